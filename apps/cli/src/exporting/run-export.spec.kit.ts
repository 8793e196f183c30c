import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fields } from '../transfer/fields.js';
import { Output } from '../program/output.js';
import { ExportFolder } from './export-folder.js';
import { NOTHING_MORE, type ExportedImage } from '../transfer/image-record.js';
import type { ExportedSpace, Origin } from './origin.js';
import { runExport } from './run-export.js';

export const BYTES = 'bytes';

export const image = (id: string, fileName: string): ExportedImage => ({
  ...NOTHING_MORE,
  id,
  path: 'a',
  fileName,
  tags: [],
  visibility: 'private',
  file: {
    contentType: 'image/png',
    orientation: 1,
    sizeInBytes: BYTES.length,
    sha256: createHash('sha256').update(BYTES).digest('hex'),
  },
  metadata: 'keep',
  createdAt: 1,
  updatedAt: 2,
});

export const space = (id: string): ExportedSpace => ({
  id,
  title: id,
  description: '',
  createdAt: 1,
  settings: {},
});

interface Given {
  readonly spaces?: readonly ExportedSpace[];
  /** Called before the bytes of an image are read. */
  readonly reading?: (id: string) => void;
}

/** Exports into a folder and reads the result. */
export function exportingInto(root: string) {
  const exported = async (images: readonly ExportedImage[], { spaces = [], reading }: Given = {}) => {
    const origin: Origin = {
      async *images() {
        yield* images;
      },
      async *albums() {},
      async *spaces() {
        yield* spaces;
      },
      read: async ({ id }) => {
        reading?.(id);
        return (async function* () {
          yield Buffer.from(BYTES);
        })();
      },
      features: async (id) =>
        (async function* () {
          yield id;
        })(),
    };
    const nobody = { write: () => undefined };
    const output = new Output(nobody, nobody, 'json');
    const { signal } = new AbortController();
    return await runExport({ origin, folder: new ExportFolder(root), atOnce: 1, signal, output });
  };
  /** The files below the folder, without the sidecars. */
  const filesNow = async (): Promise<readonly string[]> => {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
      .filter((name) => !/^(?:cairn-export|albums)|\.json$/.test(name))
      .toSorted();
  };
  const idAt = async (name: string): Promise<unknown> =>
    Fields.parse(await readFile(join(root, `${name}.json`), 'utf8')).text('id');
  return { exported, filesNow, idAt };
}
