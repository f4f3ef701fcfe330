// Elements.

/** @typedef {{class?: string, text?: string, on?: Record<string, (event: any) => void>} & Record<string, any>} Parts */

/** @param {Element} element @param {Parts} parts @param {(Node | string | null | undefined)[]} children */
function fill(element, parts, children) {
  for (const [name, value] of Object.entries(parts)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, /** @type {EventListener} */ (listener));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
}

/**
 * Makes an element of a page.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name @param {Parts} [parts] @param {(Node | string | null | undefined)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(name, parts = {}, ...children) {
  const element = document.createElement(name);
  fill(element, parts, children);
  return element;
}

/**
 * Makes an element of a drawing.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name @param {Parts} [parts] @param {(Node | string | null | undefined)[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, parts = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  fill(element, parts, children);
  return element;
}

/** Makes an icon of those in the page. @param {string} name */
export const icon = (name) => svg("svg", { class: "icon" }, svg("use", { href: `#i-${name}` }));

/**
 * Finds an element of the page by its id.
 * @template {HTMLElement} T
 * @param {string} id @param {new () => T} [kind] @returns {T}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof (kind ?? HTMLElement))) throw new Error(`the page has no #${id}`);
  return /** @type {T} */ (element);
}

/**
 * Makes a function that draws only if its arguments are not those of the last time.
 * @template {any[]} A @param {(...values: A) => void} draw
 */
export function lazily(draw) {
  let last = "";
  return (/** @type {A} */ ...values) => {
    const now = JSON.stringify(values);
    if (now !== last) draw(...values);
    last = now;
  };
}

/** @param {string} id */
export const openDialog = (id) => byId(id, HTMLDialogElement).showModal();

/** Shows or hides an element. @param {Element} element @param {boolean} shown */
export const show = (element, shown) => void element.toggleAttribute("hidden", !shown);
