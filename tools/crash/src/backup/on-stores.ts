import { join } from 'node:path';
import {
  type Application,
  type ApplicationSettings,
  blobSettings,
  createApplication,
  parseBlobUrl,
  parseDatabaseUrl,
} from '@cairn/composition';

type OwnStores = Pick<ApplicationSettings, 'database' | 'blobs'>;

/** The stores that these settings of a server name. */
export function storesOf(env: Readonly<Record<string, string>>): OwnStores {
  const folder = env['CAIRN_DATA_DIR'] ?? '';
  const address = parseBlobUrl(env['CAIRN_BLOB_URL'] ?? `file:${join(folder, 'blobs')}`);
  const blobs = blobSettings(address);
  if (blobs === undefined) throw new Error('the blob store has no key');
  return {
    database: parseDatabaseUrl(env['CAIRN_DATABASE_URL'] ?? `sqlite:${join(folder, 'cairn.db')}`),
    blobs,
  };
}

/** Works on stores that no process has open. Nothing else is done to them. */
export async function onStores<T>(
  env: Readonly<Record<string, string>>,
  work: (application: Application) => Promise<T>,
  more: Pick<ApplicationSettings, 'clock'> = {},
): Promise<T> {
  const application = await createApplication({
    ...storesOf(env),
    ...more,
    images: { kind: 'memory' },
    background: 'off',
    sweep: 'never',
  });
  try {
    return await work(application);
  } finally {
    await application.close();
  }
}
