// Server-sent events, read from a stream of text.

/** @typedef {{event: string, data: string}} ServerEvent */

/**
 * Returns a function that takes pieces of the stream and gives the events completed by them.
 * @returns {(text: string) => ServerEvent[]}
 */
export function eventReader() {
  let rest = "";
  return (text) => {
    const blocks = (rest + text).replaceAll("\r", "").split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.map(readEvent).filter((event) => event.data !== "");
  };
}

/** @param {string} block @returns {ServerEvent} */
function readEvent(block) {
  /** @type {ServerEvent} */
  const event = { event: "message", data: "" };
  for (const line of block.split("\n")) {
    const [, field, value] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
    if (field === "event") event.event = value ?? "";
    else if (field === "data") event.data += (event.data && "\n") + value;
  }
  return event;
}
