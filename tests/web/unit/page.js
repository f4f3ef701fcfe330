// Returns the address under which tests import a module of the page.
export const at = (name) => new URL(`../../../crates/web/src/page/${name}`, import.meta.url).href;
export const game = (more = {}) => ({
  rules: { capture: "required", jumps: "multiple", blocked: "loses" }, shape: { ranks: 8, files: 8, flipped: false }, turn: "black",
  board: ['"b"b"b"b', 'b"b"b"b"', '"b"b"b"b', '."."."."', '".".".".', 'r"r"r"r"', '"r"r"r"r', 'r"r"r"r"'], moves: [], ...more,
});
/** Applies a change, as `dispatch` does: a function of the state and its other values. */
export const update = (state, [change, ...values]) => change(state, ...values);
export const set = (state, change) => ({ ...state, ...change });
