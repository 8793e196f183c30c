import { createApplication, type Application } from '@cairn/composition';
import { ServerProcess } from '@cairn/harness';
import type { Comparison } from './compare.js';
import { countExports } from './exports.js';
import { importDataset, type Imported } from './import-dataset.js';
import type { DataStore } from './stores.js';

/** A file, with what GDAL says of it. */
export interface Source extends Pick<Comparison, 'dataset' | 'gdal'> {
  /** Of the space that it is imported into. */
  readonly id: string;
  readonly file: string;
}

/** Imports the files into a store and exports them again: through a server, where another process can open the store. */
export async function compareOnStore(
  store: DataStore,
  { sources, folder }: { readonly sources: readonly Source[]; readonly folder: string },
): Promise<readonly Comparison[]> {
  const imports = new Map<Source, Imported>();
  const compare = async (from: Application | ServerProcess): Promise<readonly Comparison[]> => {
    const compared: Comparison[] = [];
    for (const [{ id, dataset, gdal }, cairn] of imports)
      compared.push({
        dataset,
        gdal,
        cairn,
        store: store.name,
        exported: await countExports(from, { id, folder }),
      });
    return compared;
  };

  const application = await createApplication({ database: store.database, blobs: { kind: 'memory' } });
  try {
    for (const source of sources) {
      process.stderr.write(`${store.name}: ${source.dataset.name}\n`);
      const { id, file, dataset } = source;
      imports.set(source, await importDataset(application, { id, file, box: dataset.box }));
    }
    if (store.url === undefined) return await compare(application);
  } finally {
    await application.close();
  }
  const server = await ServerProcess.start({ env: { CAIRN_DATABASE_URL: store.url } });
  try {
    return await compare(server);
  } finally {
    await server.dispose();
  }
}
