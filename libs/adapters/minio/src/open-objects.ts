import { listObjects } from './list-objects.js';
import { STAGING, stagingName } from './names.js';
import type { S3Connection } from './s3-connection.js';
import { codeOf } from './s3-errors.js';
import { StoredObjects } from './stored-objects.js';

const NO_BYTES = Buffer.alloc(0);

/** Lists, writes and deletes, to detect a bucket that allows only some of it. @throws {StorageUnavailable} */
export async function openObjects(connection: S3Connection): Promise<StoredObjects> {
  await listObjects(connection, { folder: STAGING, atOnce: 1 }).next();
  const objects = new StoredObjects(connection, { keepsConditions: true });
  const probe = { name: stagingName(), contentType: 'application/octet-stream' };
  await objects.put(probe, NO_BYTES);
  try {
    const overwritten = await objects.create(probe, { bytes: NO_BYTES, mark: probe.name });
    return new StoredObjects(connection, { keepsConditions: !overwritten });
  } catch (error) {
    if (!knowsNoConditions(error)) throw error;
    return new StoredObjects(connection, { keepsConditions: false });
  } finally {
    await objects.remove(probe.name);
  }
}

function knowsNoConditions(error: unknown): boolean {
  const code = error instanceof Error ? codeOf(error.cause) : undefined;
  return code === 'NotImplemented' || code === 'MethodNotAllowed';
}
