import { InvalidInput, parseAll, type PortsOf } from '@cairn/kernel';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import type { KnownFile } from '../catalog/known-files.js';

/** The most hashes, and the most sizes, of one question. */
export const MAX_ASKED_FILES = 1_000;

const HASH = /^[0-9a-f]{64}$/;

/** Files that may be uploaded: hashes of them, or only sizes to find out which ones need to be hashed. */
export interface AskedFiles {
  /** SHA-256 of whole files, in lower-case hexadecimal. */
  readonly hashes?: readonly string[] | undefined;
  readonly sizes?: readonly number[] | undefined;
}

/** What an owner has of them. */
export interface KnownFiles {
  /** By the hash that was asked for. Hashes of nothing are absent. */
  readonly known: ReadonlyMap<string, readonly KnownFile[]>;
  /** Those of the sizes that files of the owner may have. */
  readonly sizes: readonly number[];
}

/** Tells which files an owner has already, before they are uploaded. */
export class FindKnownFiles {
  static readonly ports = { catalog: CatalogRepository };

  constructor(private readonly ports: PortsOf<typeof FindKnownFiles.ports>) {}

  /** @throws {InvalidInput} when there are more than `MAX_ASKED_FILES`, or what is no hash or size. */
  async execute(owner: string, { hashes = [], sizes = [] }: AskedFiles): Promise<KnownFiles> {
    const asked = parseAll({
      hashes: () => parse(hashes, (hash) => HASH.test(hash), 'SHA-256 in lower-case hexadecimal'),
      sizes: () => parse(sizes, (size) => Number.isSafeInteger(size) && size >= 0, 'numbers of bytes'),
    });
    const { catalog } = this.ports;
    const files = asked.hashes.length === 0 ? [] : await catalog.knownFiles(owner, asked.hashes);
    return {
      known: byHash(files),
      sizes: asked.sizes.length === 0 ? [] : await catalog.knownSizes(owner, asked.sizes),
    };
  }
}

function byHash(files: readonly KnownFile[]): ReadonlyMap<string, readonly KnownFile[]> {
  const known = new Map<string, KnownFile[]>();
  for (const file of files) {
    const same = known.get(file.sha256);
    if (same === undefined) known.set(file.sha256, [file]);
    else same.push(file);
  }
  return known;
}

function parse<T>(given: readonly T[], isValid: (one: T) => boolean, what: string): readonly T[] {
  if (given.length > MAX_ASKED_FILES)
    throw InvalidInput.of('too-many-files', `At most ${MAX_ASKED_FILES} files may be asked for at once.`);
  if (!given.every(isValid)) throw InvalidInput.of('invalid-file', `These must be ${what}.`);
  return [...new Set(given)];
}
