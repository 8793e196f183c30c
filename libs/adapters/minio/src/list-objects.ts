import type { S3Connection } from './s3-connection.js';
import { storedAt } from './stored-at.js';

/** `storedAt` in epoch milliseconds. */
export interface ListedObject {
  readonly name: string;
  readonly storedAt: number;
  readonly sizeInBytes: number;
}

const MAX_PAGE = 1_000;

/**
 * Objects whose names start with `folder` and come after `folder` + `after`, ascending. Requests `atOnce` per page.
 */
export async function* listObjects(
  connection: S3Connection,
  { folder, after = '', atOnce = MAX_PAGE }: { folder: string; after?: string | undefined; atOnce?: number },
): AsyncGenerator<ListedObject> {
  const start = connection.keyOf(folder);
  const maxKeys = Math.min(atOnce, MAX_PAGE);
  for (let last = start + after; ;) {
    const { objects, isTruncated } = await connection.storing('callMs', (client, bucket) =>
      client.listObjectsV2Query(bucket, start, '', '', maxKeys, last),
    );
    for (const { name = start, lastModified, size = 0 } of objects) {
      const own = name.slice(start.length); // of the prefix: some stores and the client encode + differently
      last = start + own;
      yield { name: folder + own, storedAt: storedAt(lastModified), sizeInBytes: size };
    }
    if (!isTruncated || objects.length === 0) return;
  }
}
