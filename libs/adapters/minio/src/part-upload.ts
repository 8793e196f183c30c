import type { S3Connection } from './s3-connection.js';
import { codeOf } from './s3-errors.js';
import type { NewObject } from './stored-objects.js';

interface Upload {
  readonly name: string;
  readonly id: string;
}

/** A multipart upload: the object appears complete or not at all. Every failure is `StorageUnavailable`. */
export class PartUpload {
  private readonly parts: { readonly part: number; readonly etag: string }[] = [];

  private constructor(
    private readonly connection: S3Connection,
    private readonly upload: Upload,
  ) {}

  static async begin(connection: S3Connection, { name, contentType }: NewObject): Promise<PartUpload> {
    const headers = { 'Content-Type': contentType };
    const id = await connection.storing('callMs', (client, bucket) =>
      client.initiateNewMultipartUpload(bucket, connection.keyOf(name), headers),
    );
    return new PartUpload(connection, { name, id });
  }

  /** Sends the next part. Resolves when the store has it; the buffer may then be reused. */
  async send(bytes: Buffer): Promise<void> {
    const partNumber = this.parts.length + 1;
    const { etag } = await this.connection.storing('transferMs', (client, bucketName) => {
      const objectName = this.connection.keyOf(this.upload.name);
      const uploadID = encodeURIComponent(this.upload.id);
      return client.uploadPart({ bucketName, objectName, uploadID, partNumber, headers: {} }, bytes);
    });
    this.parts.push({ part: partNumber, etag });
  }

  async complete(): Promise<void> {
    await this.connection.storing('transferMs', (client, bucket) =>
      client.completeMultipartUpload(bucket, this.connection.keyOf(this.upload.name), this.upload.id, [
        ...this.parts,
      ]),
    );
  }

  /** Aborts the upload, so that the store frees its parts. */
  async abort(): Promise<void> {
    await abortUpload(this.connection, this.upload);
  }
}

/**
 * Aborts uploads to a folder that began `before` (epoch milliseconds). Returns their number. @throws
 * {StorageUnavailable}
 */
export async function abortUploads(
  connection: S3Connection,
  { folder, before }: { readonly folder: string; readonly before: number },
): Promise<number> {
  const start = connection.keyOf(folder);
  let aborted = 0;
  for await (const { key, uploadId, initiated } of uploads(connection)) {
    if (!key.startsWith(start) || initiated.getTime() >= before) continue;
    await abortUpload(connection, { name: key.slice(connection.options.prefix.length), id: uploadId });
    aborted += 1;
  }
  return aborted;
}

async function abortUpload(connection: S3Connection, { name, id }: Upload): Promise<void> {
  await connection.storing('callMs', async (client, bucket) => {
    try {
      await client.abortMultipartUpload(bucket, connection.keyOf(name), encodeURIComponent(id));
    } catch (error) {
      if (codeOf(error) !== 'NoSuchUpload') throw error;
    }
  });
}

/** All unfinished uploads of the bucket: MinIO does not list them by prefix. */
async function* uploads(
  connection: S3Connection,
): AsyncGenerator<{ readonly key: string; readonly uploadId: string; readonly initiated: Date }> {
  for (let behind = ''; ;) {
    const page = await connection.storing('callMs', (client, bucket) =>
      client.listIncompleteUploadsQuery(bucket, '', behind, '', ''),
    );
    yield* page.uploads;
    if (!page.isTruncated || page.nextKeyMarker === '') return;
    behind = page.nextKeyMarker;
  }
}
