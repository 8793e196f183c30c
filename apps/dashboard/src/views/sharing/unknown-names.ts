import { isCairnError } from '@cairn/client';

/** Of the member names that were sent, those that nobody has. Empty for an error of another kind. */
export function unknownNames(error: unknown, sent: readonly string[]): readonly string[] {
  if (!isCairnError(error, 'invalid')) return [];
  const places = error.errors
    .filter(({ code }) => code === 'unknown-user')
    .map(({ pointer }) => Number(/^\/memberNames\/(\d+)$/.exec(pointer)?.[1]));
  return places.flatMap((place) => sent[place] ?? []);
}

/**
 * Calls `give` with the name. If nobody has it and it is a list of several, separated by commas or lines, calls it with
 * each of them. Returns the names that nobody has. A name may contain a comma, so the whole is tried first.
 */
export async function giveEach(
  text: string,
  give: (name: string) => Promise<unknown>,
): Promise<readonly string[]> {
  const names = text
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (await isKnown(text.trim(), give)) return [];
  if (names.length < 2) return [text.trim()];
  const unknown: string[] = [];
  for (const name of new Set(names)) if (!(await isKnown(name, give))) unknown.push(name);
  return unknown;
}

async function isKnown(name: string, give: (name: string) => Promise<unknown>): Promise<boolean> {
  try {
    await give(name);
    return true;
  } catch (error) {
    if (isCairnError(error, 'not-found') && error.code === 'user-not-found') return false;
    throw error;
  }
}
