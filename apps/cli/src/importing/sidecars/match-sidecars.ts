import type { SourceFile } from '../sources/source.js';
import { Hosts } from './hosts.js';
import { nameParts, readingsOf, type NameParts } from './sidecar-names.js';

/** Sidecars by file, and sidecars without a file. */
export interface MatchedSidecars {
  /** The most specific sidecar first. */
  readonly own: ReadonlyMap<string, readonly SourceFile[]>;
  /** The JSON of the original of an edited photo, by the name of the edited photo, if that has no JSON itself. */
  readonly ofOriginals: ReadonlyMap<string, readonly SourceFile[]>;
  readonly unmatched: readonly SourceFile[];
}

interface Match {
  readonly sidecar: SourceFile;
  readonly rank: number;
  readonly closeness: number;
}

const isJson = ({ name }: SourceFile): boolean => /\.json$/i.test(name);

/**
 * Finds the file that each sidecar belongs to, by their names. The most specific reading that matches a file wins:
 * `a.s.json` belongs to `a.s.jpg`, and to `a.jpg` only if there is no `a.s.jpg`.
 */
export function matchSidecars(
  hosts: readonly SourceFile[],
  sidecars: readonly SourceFile[],
): MatchedSidecars {
  const known = new Hosts(hosts.map(({ name }) => nameParts(name)));
  const matches = new Map<string, Match[]>();
  const alone: SourceFile[] = [];
  const cut: SourceFile[] = [];
  for (const sidecar of sidecars) {
    const found = known.closest(readingsOf(sidecar.name));
    if (found === undefined) {
      (isJson(sidecar) ? cut : alone).push(sidecar);
      continue;
    }
    const { hosts: meant, rank, closeness } = found;
    for (const { name } of meant)
      matches.set(name, [...(matches.get(name) ?? []), { sidecar, rank, closeness }]);
  }
  const hasJson = ({ name }: NameParts): boolean =>
    matches.get(name)?.some(({ sidecar }) => isJson(sidecar)) === true;
  for (const sidecar of cut) {
    const candidates = known.beginningWith(readingsOf(sidecar.name)).filter((host) => !hasJson(host));
    const [host] = candidates;
    if (host === undefined || candidates.length > 1) alone.push(sidecar);
    else
      matches.set(host.name, [...(matches.get(host.name) ?? []), { sidecar, rank: Infinity, closeness: 0 }]);
  }
  const own = new Map([...matches].map(([name, found]) => [name, inOrder(found)]));
  const used = new Set([...own.values()].flat());
  for (const { sidecar } of [...matches.values()].flat()) if (!used.has(sidecar)) alone.push(sidecar);
  return withOriginals(known, own, alone);
}

/** Of sidecars whose names differ only in case and accents, keeps the closest. The most specific comes first. */
function inOrder(matches: readonly Match[]): readonly SourceFile[] {
  const best = (match: Match): boolean =>
    matches.every(
      (other) =>
        other.rank !== match.rank ||
        isJson(other.sidecar) !== isJson(match.sidecar) ||
        other.closeness >= match.closeness,
    );
  return matches
    .filter(best)
    .toSorted((a, b) => a.rank - b.rank || Number(isJson(b.sidecar)) - Number(isJson(a.sidecar)))
    .map(({ sidecar }) => sidecar);
}

/** An edited photo uses the JSON of its original, even if the original itself is missing. */
function withOriginals(
  known: Hosts,
  own: ReadonlyMap<string, readonly SourceFile[]>,
  alone: readonly SourceFile[],
): MatchedSidecars {
  const byOriginal = new Map<string, SourceFile[]>();
  for (const sidecar of alone.filter(isJson))
    for (const { folder, target, number } of readingsOf(sidecar.name)) {
      const { stem } = nameParts(folder + target);
      byOriginal.set(folder + stem + number, [...(byOriginal.get(folder + stem + number) ?? []), sidecar]);
    }
  const ofOriginals = new Map<string, readonly SourceFile[]>();
  for (const edited of known.all) {
    if (edited.original === undefined || own.get(edited.name)?.some(isJson) === true) continue;
    const originals = known
      .withStem(edited.folder + edited.original)
      .toSorted((a, b) => Number(b.ending === edited.ending) - Number(a.ending === edited.ending));
    const found = [
      ...originals.map(({ name }) => (own.get(name) ?? []).filter(isJson)),
      byOriginal.get(edited.folder + edited.original) ?? [],
    ].find((some) => some.length > 0);
    if (found !== undefined) ofOriginals.set(edited.name, found);
  }
  const used = new Set([...ofOriginals.values()].flat());
  return { own, ofOriginals, unmatched: alone.filter((sidecar) => !used.has(sidecar)) };
}
