// A form for rules and the shape of the board.
import { el } from "./dom.js";

/** @type {Label} */
const labelled = (text, field) => el("label", { class: "field" }, el("span", { text }), field);

/** @param {Choices} choices */
const choice = (...choices) => el("select", {}, ...choices.map(([value, text]) => new Option(text, value)));

const size = () => el("input", { type: "number", min: 4, max: 62, value: 8, required: true });

/** Returns whether the top left square is playable, from the number of ranks and whether a1 is. @type {Flipped} */
const flipped = (ranks, usual) => (ranks % 2 === 0) !== usual;

/** Makes the fields; calls `changed` after each change. @param {RulesChanged} changed */
export function rulesForm(changed) {
  const capture = choice(["required", "required"], ["optional", "optional"]);
  const jumps = choice(["multiple", "in chains"], ["single", "one per move"]);
  const blocked = choice(["loses", "loses"], ["passes", "passes"]);
  const corner = choice(["yes", "playable"], ["no", "not playable"]);
  const ranks = size(), files = size();
  const form = el("div", { class: "fields" }, labelled("Captures", capture), labelled("Jumps", jumps), labelled("Blocked player", blocked),
    labelled("Corner a1", corner), labelled("Ranks", ranks), labelled("Files", files));
  const read = () => ({
    rules: /** @type {Rules} */ ({ capture: capture.value, jumps: jumps.value, blocked: blocked.value }),
    shape: { ranks: ranks.valueAsNumber, files: files.valueAsNumber, flipped: flipped(ranks.valueAsNumber, corner.value === "yes") },
  });
  form.addEventListener("change", () => {
    const { rules, shape } = read();
    if (ranks.reportValidity() && files.reportValidity()) changed(rules, shape);
  });
  form.addEventListener("invalid", () => form.closest("details")?.setAttribute("open", ""), true);
  return {
    form, read,
    /** @param {Rules} rules @param {Shape} shape */
    write(rules, shape) {
      capture.value = rules.capture;
      jumps.value = rules.jumps;
      blocked.value = rules.blocked;
      ranks.valueAsNumber = shape.ranks;
      files.valueAsNumber = shape.files;
      corner.value = flipped(shape.ranks, true) === shape.flipped ? "yes" : "no";
    },
  };
}
