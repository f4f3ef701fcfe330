// Elements.

/** Returns the function that makes elements of a namespace. @type {(space: string) => Make<any>} */
const maker = (space) => (name, { text, ...attributes } = {}, ...children) => {
  const element = document.createElementNS(space, name);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of [text, ...children]) if (child) element.append(child);
  return element;
};

/** Makes an element of a page. @type {Make<HTMLElementTagNameMap>} */
export const el = maker("http://www.w3.org/1999/xhtml");

/** Makes an element of a drawing. @type {Make<SVGElementTagNameMap>} */
export const svg = maker("http://www.w3.org/2000/svg");

/** Keeps each move of a text in one line. @param {string} text */
export const unbroken = (text) => text.split(/(\w+-\w+)/).map((part, index) => (index % 2 ? el("span", { class: "whole", text: part }) : part));

/** @param {string} name */
export const icon = (name) => svg("svg", { class: "icon" }, svg("use", { href: `#i-${name}` }));

/** @type {ById} */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof (kind ?? HTMLElement))) throw new Error(`the page has no #${id}`);
  return /** @type {any} */ (element);
}

/** Makes a test of whether a value has changed. @returns {(value: unknown) => boolean} */
export function changes() {
  let last = "";
  return (value) => last !== (last = JSON.stringify(value));
}

/** Returns the target of an event, or its nearest ancestor, that matches the selector. @type {Above} */
export const above = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/** @param {KeyboardEvent} event */
export const isModified = ({ ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey;

/** Opens a dialog. A clicked button does not get the focus back: browsers would draw its ring. @param {string} id */
export function openDialog(id) {
  const opener = document.activeElement;
  if (opener instanceof HTMLElement && !opener.matches(":focus-visible")) opener.blur();
  byId(id, HTMLDialogElement).showModal();
}

export const closeDialogs = () => document.querySelectorAll("dialog").forEach((dialog) => dialog.close());

/** Scrolls a list, and nothing else, to show an element. @type {Reveal} */
export function reveal(list, element) {
  const [outer, inner] = [list.getBoundingClientRect(), element.getBoundingClientRect()];
  list.scrollTop += Math.min(0, inner.top - outer.top - 8) + Math.max(0, inner.bottom - outer.bottom + 8);
}
