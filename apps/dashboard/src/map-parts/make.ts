/** A new element with attributes. Children that are texts become text, never HTML. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (HTMLElement | string | undefined)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** A button that does something. */
export function button(text: string, act: () => unknown): HTMLButtonElement {
  const element = make('button', { type: 'button' }, text);
  element.addEventListener('click', () => void act());
  return element;
}
