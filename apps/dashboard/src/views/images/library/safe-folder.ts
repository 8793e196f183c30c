/** The limits of the server. */
const [MAX_DEPTH, MAX_NAME_BYTES] = [8, 255];

/**
 * What folder names may not have: characters that nobody sees, backslashes, and percent signs that an address may have
 * decoded. Joiners within emoji and words stay.
 */
const unfit = /(?:(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}\\\ufffd]|%(?=[\da-f]{2}))+/giu;

/**
 * A proposal for a folder that the server does not take: with `-` for what names may not have, names that are too long
 * cut, and the folders below the eighth as one. The server says whether it takes that. Empty if nothing is left.
 */
export function safeFolder(path: string): string {
  const names = path
    .normalize('NFC')
    .split('/')
    .filter((name) => !/^(?:\.|%2e|\s)*$/i.test(name))
    .map((name) => name.replaceAll(unfit, '-'));
  const [above, below] = [names.slice(0, MAX_DEPTH - 1), names.slice(MAX_DEPTH - 1)];
  return [...above, ...(below.length > 0 ? [below.join(' - ')] : [])].map(cut).join('/');
}

/** Names of folders that are written and stored otherwise, each pair once. */
export function changedNames(
  folders: readonly (readonly [written: string, stored: string])[],
): readonly (readonly [written: string, stored: string])[] {
  const found = new Map<string, string>();
  for (const [written, stored] of folders) {
    const [before, after] = [written.split('/'), stored.split('/')];
    if (before.length !== after.length) found.set(written, stored);
    else before.forEach((name, at) => name !== after[at] && found.set(name, after[at] ?? ''));
  }
  return [...found];
}

/** The longest beginning that is short enough, in whole characters. */
function cut(name: string): string {
  const encoder = new TextEncoder();
  let room = MAX_NAME_BYTES;
  let result = '';
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    room -= encoder.encode(segment).length;
    if (room < 0) break;
    result += segment;
  }
  return result.trimEnd();
}
