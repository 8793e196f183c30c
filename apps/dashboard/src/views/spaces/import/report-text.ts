/** A report as a text of paragraphs, which have one line for each fact. Empty ones are left out. */
export function reportText(paragraphs: readonly (readonly string[])[]): Blob {
  const text = paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line.replaceAll(/[\r\n]+/g, ' ')}\r\n`).join(''))
    .join('\r\n');
  return new Blob([text], { type: 'text/plain;charset=utf-8' });
}
