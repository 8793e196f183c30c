const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** An attribution as HTML: text, with links as `[text](https://example.org)`. They open beside the page. */
export function creditsOf(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '')
    .replaceAll(
      /\[([^[\]]+)\]\((https?:\/\/[^\s()]+)\)/g,
      '<a target="_blank" rel="noreferrer" href="$2">$1</a>',
    );
}
