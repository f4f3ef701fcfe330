// A form for rules and the shape of the board.
/** @import {Rules, Shape} from "./page" */
import { el } from "./dom.js";

/** @param {string} label @param {string} name @param {[string, string][]} choices */
const choice = (label, name, choices) =>
  el("label", { class: "field" }, el("span", { text: label }), el("select", { name }, ...choices.map(([value, text]) => el("option", { value, text }))));

/** @param {string} label @param {string} name */
const size = (label, name) =>
  el("label", { class: "field" }, el("span", { text: label }), el("input", { type: "number", name, min: 4, max: 62, value: 8, required: true }));

/**
 * Makes the fields; `changed` hears of each change by hand.
 * @param {(rules: Rules, shape: Shape) => void} [changed]
 */
export function rulesForm(changed) {
  const form = el("div", { class: "fields" },
    choice("Captures", "capture", [["required", "required"], ["optional", "optional"]]),
    choice("Jumps", "jumps", [["multiple", "in chains"], ["single", "one by one"]]),
    choice("Blocked player", "blocked", [["loses", "loses"], ["passes", "passes"]]),
    choice("Corner a1", "flipped", [["no", "is playable (usual)"], ["yes", "the other squares"]]),
    size("Ranks", "ranks"), size("Files", "files"));

  /** @param {string} name */
  const field = (name) => {
    const element = form.querySelector(`[name=${name}]`);
    if (!(element instanceof HTMLSelectElement || element instanceof HTMLInputElement)) throw new Error(name);
    return element;
  };

  /** Tells if the top left square is playable, which a1's colour and the ranks decide. @param {number} ranks @param {boolean} usual */
  const flipped = (ranks, usual) => (ranks % 2 === 0) !== usual;

  const read = () => {
    const [ranks, files] = [Number(field("ranks").value), Number(field("files").value)];
    return {
      rules: /** @type {Rules} */ ({ capture: field("capture").value, jumps: field("jumps").value, blocked: field("blocked").value }),
      shape: { ranks, files, flipped: flipped(ranks, field("flipped").value === "no") },
    };
  };
  form.addEventListener("change", () => {
    const { rules, shape } = read();
    if (changed && shape.ranks >= 4 && shape.files >= 4 && shape.ranks <= 62 && shape.files <= 62) changed(rules, shape);
  });

  return {
    form, read,
    /** @param {Rules} rules @param {Shape} shape */
    write(rules, shape) {
      for (const [name, value] of Object.entries(rules)) field(name).value = value;
      field("ranks").value = String(shape.ranks);
      field("files").value = String(shape.files);
      field("flipped").value = flipped(shape.ranks, true) === shape.flipped ? "no" : "yes";
    },
  };
}
