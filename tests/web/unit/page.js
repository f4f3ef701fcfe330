// The page's modules, as the tests import them.
export const at = (name) => new URL(`../../../crates/web/src/page/${name}`, import.meta.url).href;
export const game = (more = {}) => ({
  rules: { capture: "required", jumps: "multiple", blocked: "loses" }, shape: { ranks: 8, files: 8, flipped: false }, turn: "black",
  board: ['"b"b"b"b', 'b"b"b"b"', '"b"b"b"b', '."."."."', '".".".".', 'r"r"r"r"', '"r"r"r"r', 'r"r"r"r"'], moves: [], ...more,
});
