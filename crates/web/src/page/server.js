// Requests to the server.

/** An answer that reports an error. */
export class Refusal extends Error {
  /** @param {Problem} problem @param {number} status @param {number} wait */
  constructor(problem, status, wait = 0) {
    super(problem.error);
    this.problem = problem;
    this.status = status;
    /** Milliseconds to wait before trying again. */
    this.wait = wait;
  }
}

/** Reports that the server does not answer, unless the page has ended the request. @type {Silence} */
function silence(error, signal) {
  if (signal?.aborted) throw error;
  throw new Refusal({ error: "the server does not answer: start `checkers web` again, and the page goes on" }, 0);
}

/** Sends a request: a POST if it has a body. @type {Answer} */
async function answer(name, body, signal = null) {
  const post = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`/api/${name}`, { ...post, signal }).catch((error) => silence(error, signal));
  dispatchEvent(new Event("answered"));
  if (response.ok) return response;
  const text = await response.text().catch(silence);
  /** @type {Problem} */
  let problem = { error: text.slice(0, 500) || `the server answered with status ${response.status}` };
  try {
    problem = JSON.parse(text);
  } catch {
    // Not JSON: keep the response text as the message.
  }
  // Users see only the texts that they open.
  if (name !== "read") delete problem.line;
  throw new Refusal(problem, response.status, 1000 * Number(response.headers.get("Retry-After") ?? 0));
}

/** Requests one answer. @type {Ask} */
export const ask = async (name, body, signal) => (await answer(name, body, signal)).json().catch((error) => silence(error, signal));

/** An event of our server: a name, and JSON in one line. */
const EVENT = /^event: (.*)\ndata: (.*)$/;

/** Returns a function that takes pieces of the stream and returns the events that they complete. @returns {EventReader} */
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

/** Requests a stream of events and passes each on, until it ends or is aborted. @type {Follow} */
export async function follow(name, body, signal, handle) {
  const response = await answer(name, body, signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const events = eventReader();
  for (;;) {
    const { done, value } = (await reader?.read().catch((error) => silence(error, signal))) ?? { done: true, value: "" };
    if (done || signal.aborted) return;
    for (const { event, data } of events(value ?? "")) {
      if (event === "problem") throw new Refusal(data, 422);
      handle(event, data);
    }
  }
}

/** @type {Reason} */
export function reason(error, where) {
  const { line, column, ply } = error.problem ?? {};
  const place = line ? `line ${line}${column ? `, column ${column}` : ""}` : ply ? `move ${ply}` : "";
  return [where, place, error.message].filter(Boolean).join(": ");
}
