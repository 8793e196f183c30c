/** What a query says of the edit of a picture, and the rest of it. */
interface AskedEdit {
  readonly edit: string | undefined;
  readonly query: string;
}

const EDIT = /(?:^|&)edit=([^&]*)/;

/**
 * Takes `edit` out of a query: `none` asks for the picture without its edit. Any other value is ignored, so that clients can
 * tell their caches that a picture is another now.
 */
export function editIn(query: string): AskedEdit {
  const found = EDIT.exec(query);
  if (found === null) return { edit: undefined, query };
  const rest = (query.slice(0, found.index) + query.slice(found.index + found[0].length)).replace(/^&/, '');
  return { edit: found[1], query: rest };
}
