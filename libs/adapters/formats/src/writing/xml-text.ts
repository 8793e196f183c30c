const ENTITIES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  '\r': '&#13;',
};
/** Characters that XML 1.0 cannot have, not even as a reference. */
const IMPOSSIBLE =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A text in an element, where readers take a carriage return for a line feed. */
export const xmlText = (text: string): string =>
  text.replaceAll(IMPOSSIBLE, '').replaceAll(/[<>&"\r]/g, (character) => ENTITIES[character] ?? '');

/** A text in an attribute, where readers take line feeds and tabs for spaces, too. */
export const xmlAttribute = (text: string): string =>
  xmlText(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
