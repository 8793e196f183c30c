import type { WholeFile } from '@cairn/images';
import type { ImageFile } from '@cairn/images/spi';
import { integer, optional, text } from '../../sql/table.js';

/** The file of an image that is stored whole. All are null for a file of which all is served. */
export interface WholeRow {
  readonly storedBytes: number | null;
  readonly storedSha256: string | null;
  /** JSON. */
  readonly edits: string | null;
}

const since = 'Originals1796800000400';

/** The columns of a `WholeRow`. */
export const wholeColumns = {
  storedBytes: optional({ ...integer, since }),
  storedSha256: optional({ ...text, since }),
  edits: optional({ ...text, since }),
};

/** In SQL, the size of what is stored. It is a function so that the `sql` tag takes it as SQL. */
export const storedBytes = (): string => 'COALESCE(stored_bytes, size_in_bytes)';

export function fileRow<File extends Pick<ImageFile, 'whole'>>({
  whole,
  ...file
}: File): Omit<File, 'whole'> & WholeRow {
  const { sizeInBytes = null, sha256 = null, edits } = whole ?? {};
  const list = edits === undefined ? null : JSON.stringify(edits);
  return { ...file, storedBytes: sizeInBytes, storedSha256: sha256, edits: list };
}

const parseEdits: (json: string) => WholeFile['edits'] = JSON.parse;

/**
 * The file that is stored whole, as a member. If a part of it is lost, it is one of which nothing can be served: it must not become
 * a file of which all is.
 */
export function wholeIn({
  storedBytes: sizeInBytes,
  storedSha256: sha256,
  edits,
}: WholeRow): Pick<ImageFile, 'whole'> {
  if (sizeInBytes === null && sha256 === null && edits === null) return {};
  const list = edits === null ? [] : parseEdits(edits);
  return { whole: { sizeInBytes: sizeInBytes ?? 0, sha256: sha256 ?? '', edits: list } };
}
