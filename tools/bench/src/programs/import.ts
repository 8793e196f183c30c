import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import {
  blobSettings,
  createApplication,
  parseBlobUrl,
  parseDatabaseUrl,
  type BlobSettings,
} from '@cairn/composition';
import { ANONYMOUS, CreateSpace, ImportFeatures, ownerCaller } from '@cairn/spaces';
import { timed } from './duration.js';

const RULE = { onExists: 'replace', onNotExists: 'create', onConflict: 'replace' } as const;

/** Imports a file of features into a new space of the stores that a server with this data folder has. */
const [, , folder = '.', id = '', file = ''] = process.argv;
const { CAIRN_DATABASE_URL: database, CAIRN_BLOB_URL: blobs } = process.env;
const application = await createApplication({
  database:
    database === undefined ? { kind: 'sqlite', file: join(folder, 'cairn.db') } : parseDatabaseUrl(database),
  blobs: blobs === undefined ? { kind: 'fs', directory: join(folder, 'blobs') } : bucket(blobs),
});
const caller = ownerCaller({ owner: ANONYMOUS });
await application
  .get(CreateSpace)
  .execute(caller, { id, title: 'Bench', description: 'Made to be measured.' });
const { end, failed } = await timed(() =>
  application.get(ImportFeatures).execute(caller, id, { bytes: createReadStream(file), rule: RULE }),
);
await application.close();
if (end.kind !== 'complete' || failed > 0)
  throw new Error(`An import is ${end.kind}; ${failed} features failed.`);

function bucket(url: string): BlobSettings {
  const settings = blobSettings(parseBlobUrl(url));
  if (settings === undefined) throw new Error('CAIRN_BLOB_URL has no key.');
  return settings;
}
