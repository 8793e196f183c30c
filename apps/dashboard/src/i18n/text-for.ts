/** The text for a name that the server gives; `undefined` for a name that this page does not know. */
export const textFor = (texts: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;
