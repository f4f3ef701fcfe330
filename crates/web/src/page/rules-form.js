// The fields of a form for the rules and the shape of the board.

/** Returns whether the top left square is playable, from the number of ranks and whether a1 is. @type {Flipped} */
const flipped = (ranks, usual) => (ranks % 2 === 0) !== usual;

/** Reads and writes the fields; calls `changed` after each change. @type {RulesForm} */
export function rulesForm(form, fields, changed) {
  const { capture, jumps, blocked, corner, ranks, files } = form;
  const read = () => ({
    rules: { capture: capture.value, jumps: jumps.value, blocked: blocked.value },
    shape: { ranks: ranks.valueAsNumber, files: files.valueAsNumber, flipped: flipped(ranks.valueAsNumber, corner.value === "yes") },
  });
  fields.addEventListener("change", () => {
    if (ranks.reportValidity() && files.reportValidity()) changed(read());
  });
  fields.addEventListener("invalid", () => fields.closest("details")?.setAttribute("open", ""), true);
  return {
    read,
    /** @param {Variant} variant */
    write({ rules, shape }) {
      capture.value = rules.capture;
      jumps.value = rules.jumps;
      blocked.value = rules.blocked;
      ranks.valueAsNumber = shape.ranks;
      files.valueAsNumber = shape.files;
      corner.value = flipped(shape.ranks, true) === shape.flipped ? "yes" : "no";
    },
  };
}
