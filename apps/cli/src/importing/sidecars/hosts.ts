import { isCut, type NameParts, type Reading } from './sidecar-names.js';

/** The files that a reading may mean. `closeness` is 0 for the same name, and greater if accents or case differ. */
interface Found {
  readonly hosts: readonly NameParts[];
  readonly rank: number;
  readonly closeness: number;
}

const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.normalize('NFC'),
  (name) => name.normalize('NFC').toLowerCase(),
];
const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/** A sidecar has the whole name of a file, or the name without its extension. */
const FORMS: readonly ((parts: NameParts) => readonly [name: string, number: string][])[] = [
  ({ base, number, unnumbered }) => [[base, ''], ...numbered(unnumbered, number)],
  ({ stem, ending, number, unnumbered }) => [
    [stem, ''],
    ...numbered(unnumbered.slice(0, unnumbered.length - ending.length), number),
  ],
];

const numbered = (name: string, number: string): readonly [string, string][] =>
  number === '' ? [] : [[name, number]];

/** The maximum number of readings of the name of a sidecar. */
const MAX_READINGS = 4;
/** If more files than this begin alike, it cannot be decided which one is meant. */
const MAX_ALIKE = 50;

// No name has this character.
const keyOf = (folder: string, name: string, number: string): string => `${folder}${name}\0${number}`;

/** Finds the files that sidecars may belong to, by their names. */
export class Hosts {
  private readonly byName = FORMS.map(() => SPELLINGS.map(() => new Map<string, NameParts[]>()));
  private readonly byStem = new Map<string, NameParts[]>();
  private sorted: readonly { readonly key: string; readonly parts: NameParts }[] | undefined;

  constructor(readonly all: readonly NameParts[]) {
    for (const parts of all) {
      add(this.byStem, parts.folder + parts.stem, parts);
      for (const [form, names] of FORMS.map((of) => of(parts)).entries())
        for (const [name, number] of names)
          for (const [spelling, write] of SPELLINGS.entries()) {
            const index = this.byName[form]?.[spelling];
            if (index !== undefined) add(index, write(keyOf(parts.folder, name, number)), parts);
          }
    }
  }

  withStem(stem: string): readonly NameParts[] {
    return this.byStem.get(stem) ?? [];
  }

  /** The files for the most specific reading that matches any name. */
  closest(readings: readonly Reading[]): Found | undefined {
    for (const [form, spellings] of this.byName.entries())
      for (const [order, { folder, target, number }] of readings.entries())
        for (const [closeness, index] of spellings.entries()) {
          const write = SPELLINGS[closeness] ?? folded;
          const hosts = index.get(write(keyOf(folder, target, number)));
          if (hosts !== undefined) return { hosts, rank: form * MAX_READINGS + order, closeness };
        }
    return undefined;
  }

  /** The files whose names begin with a truncated name; not all of them if there are very many. */
  beginningWith(readings: readonly Reading[]): readonly NameParts[] {
    const reading = readings.findLast(isCut);
    if (reading === undefined) return [];
    this.sorted ??= this.all
      .map((parts) => ({ key: folded(parts.folder + parts.unnumbered), parts }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const wanted = folded(reading.folder + reading.target);
    const found: NameParts[] = [];
    const first = this.firstFrom(wanted);
    for (let at = first; at < first + MAX_ALIKE; at += 1) {
      const { key = '', parts } = this.sorted[at] ?? {};
      if (!key.startsWith(wanted)) break;
      if (parts?.folder === reading.folder && parts.number === reading.number) found.push(parts);
    }
    return found;
  }

  /** The index of the first sorted name that is not before this one. */
  private firstFrom(wanted: string): number {
    let [low, high] = [0, this.sorted?.length ?? 0];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.sorted?.[middle]?.key ?? '') < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function add(index: Map<string, NameParts[]>, key: string, parts: NameParts): void {
  const found = index.get(key);
  if (found === undefined) index.set(key, [parts]);
  else found.push(parts);
}
