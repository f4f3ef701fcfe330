// Server-sent events, read from a stream of text.

/** An event of our server: a name, and JSON in one line. */
const EVENT = /^event: (.*)\ndata: (.*)$/;

/**
 * Returns a function that takes pieces of the stream and returns the events that they complete.
 * @returns {(text: string) => {event: string, data: any}[]}
 */
export function eventReader() {
  let rest = "";
  return (text) => {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => {
      const [, event, data = ""] = EVENT.exec(block) ?? [];
      return event ? [{ event, data: JSON.parse(data) }] : [];
    });
  };
}
