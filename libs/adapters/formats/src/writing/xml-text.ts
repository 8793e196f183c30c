const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
/** Characters that XML 1.0 cannot have, not even as a reference. */
const IMPOSSIBLE =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A text in an element or in an attribute. */
export const xmlText = (text: string): string =>
  text.replaceAll(IMPOSSIBLE, '').replaceAll(/[<>&"]/g, (character) => ENTITIES[character] ?? '');
