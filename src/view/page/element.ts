/** What an element holds. Texts become text and never markup. */
type Child = Node | string;

/** Makes an element. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Makes a button that does something. */
export function button(
  attributes: Readonly<Record<string, string>>,
  text: string,
  press: () => void,
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', press);
  return made;
}

/** The element of the page with this id. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/** The same for one in which something is typed. */
export function inputById(id: string): HTMLInputElement {
  const found = byId(id);
  if (found instanceof HTMLInputElement) return found;
  throw new Error(`#${id} is no input`);
}
