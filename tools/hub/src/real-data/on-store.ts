import { ServerProcess } from '@cairn/harness';
import type { Comparison } from './compare.js';
import { countExports } from './exports.js';
import { importDataset } from './import-dataset.js';
import type { DataStore } from './stores.js';

/** A file, with what GDAL says of it. */
export interface Source extends Pick<Comparison, 'dataset' | 'gdal'> {
  /** Of the space that it is imported into. */
  readonly id: string;
  readonly file: string;
}

/** Imports the files into a server on a store, and exports them again. */
export async function compareOnStore(
  { name: store, url }: DataStore,
  { sources, folder }: { readonly sources: readonly Source[]; readonly folder: string },
): Promise<readonly Comparison[]> {
  const server = await ServerProcess.start({ env: { CAIRN_DATABASE_URL: url } });
  try {
    const comparisons: Comparison[] = [];
    for (const { id, file, dataset, gdal } of sources) {
      process.stderr.write(`${store}: ${dataset.name}\n`);
      const cairn = await importDataset(server, { id, file, box: dataset.box });
      const exported = await countExports(server, { id, folder });
      comparisons.push({ dataset, gdal, store, cairn, exported });
    }
    return comparisons;
  } finally {
    await server.dispose();
  }
}
