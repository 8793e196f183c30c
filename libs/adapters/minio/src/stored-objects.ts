import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { type Client, CopyDestinationOptions, CopySourceOptions } from 'minio';
import type { ByteRange } from '@cairn/images';
import { StorageUnavailable } from '@cairn/kernel';
import type { NewObject, S3Connection } from './s3-connection.js';
import { codeOf, unavailable, type CallKind } from './bucket.js';

/** Size of a request, and maximum held in memory per reader. */
export const PIECE_BYTES = 1024 * 1024;

const SECOND_MS = 1_000;

/** Metadata of an object. */
export interface ObjectFacts {
  /** Epoch milliseconds. */
  readonly storedAt: number;
  readonly sizeInBytes: number;
  /** The mark it was created with. */
  readonly mark: unknown;
}

const EMPTY: Piece = { bytes: new Uint8Array(), totalBytes: 0 };

/** Objects by name, relative to the prefix. Every failure but a missing object is `StorageUnavailable`. */
export class StoredObjects {
  constructor(
    private readonly connection: S3Connection,
    /** Whether the store honours `If-None-Match: *` on puts. */
    private readonly store: { readonly keepsConditions: boolean },
  ) {}

  async stat(name: string): Promise<ObjectFacts | undefined> {
    const stat = await this.ifPresent('callMs', (client, bucket) =>
      client.statObject(bucket, this.key(name)),
    );
    if (stat === undefined) return undefined;
    const { lastModified, size, metaData } = stat;
    return { storedAt: storedAt(lastModified), sizeInBytes: size, mark: metaData['mark'] };
  }

  /** The bytes of a span as far as the object goes; `undefined` when there is no object. */
  async piece(name: string, span: ByteSpan): Promise<Piece | undefined> {
    const { start, length } = span;
    return await this.ifPresent('callMs', async (client, bucket) => {
      try {
        return await readResponse(await client.getPartialObject(bucket, this.key(name), start, length), span);
      } catch (error) {
        // Any range of an empty object is invalid.
        if (codeOf(error) === 'InvalidRange' && start === 0) return EMPTY;
        throw error;
      }
    });
  }

  /** `false` when the object exists. `mark` must be unique per object. */
  async create(object: NewObject, { bytes, mark }: { bytes: Buffer; mark: string }): Promise<boolean> {
    if (!this.store.keepsConditions) {
      if ((await this.stat(object.name)) !== undefined) return false;
      await this.put(object, bytes);
      return true;
    }
    try {
      await this.putWith({ 'If-None-Match': '*', mark }, object, bytes);
      return true;
    } catch (error) {
      if (codeOf(error) !== 'PreconditionFailed') throw unavailable(error);
      // It is ours if the response to the first attempt was lost and this one answers the retry.
      return (await this.stat(object.name))?.mark === mark;
    }
  }

  /** Replaces an existing object. */
  async put(object: NewObject, bytes: Buffer): Promise<void> {
    try {
      await this.putWith({}, object, bytes);
    } catch (error) {
      throw unavailable(error);
    }
  }

  /**
   * Copies inside the store and replaces an existing object. Keeps the content type unless another is given;
   * `undefined` when there is nothing to copy.
   */
  async copy(
    from: string,
    { name, contentType }: Partial<NewObject> & Pick<NewObject, 'name'>,
  ): Promise<'copied' | undefined> {
    return await this.ifPresent('transferMs', async (client, bucket) => {
      const source = { Bucket: bucket, Object: this.key(from) };
      await client.copyObject(
        new CopySourceOptions(source),
        new CopyDestinationOptions({
          Bucket: bucket,
          Object: this.key(name),
          MetadataDirective: contentType === undefined ? 'COPY' : 'REPLACE',
          Headers: {
            ...(contentType !== undefined && { 'Content-Type': contentType }),
            'x-amz-copy-source': copySource(source),
          },
        }),
      );
      return 'copied' as const;
    });
  }

  /** Succeeds whether or not the object exists. */
  async remove(name: string): Promise<void> {
    await this.connection.storing('callMs', (client, bucket) => client.removeObject(bucket, this.key(name)));
  }

  private key(name: string): string {
    return this.connection.keyOf(name);
  }

  private async putWith(headers: Record<string, string>, object: NewObject, bytes: Buffer): Promise<void> {
    const all = { ...headers, 'Content-Type': object.contentType };
    await this.connection.call('transferMs', (client, bucket) =>
      client.putObject(bucket, this.key(object.name), bytes, bytes.length, all),
    );
  }

  private async ifPresent<T>(
    kind: CallKind,
    work: (client: Client, bucket: string) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await this.connection.call(kind, work);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'NoSuchKey') return undefined;
      // An answer without a body does not tell a missing object from a missing bucket.
      if (code === 'NotFound' && (await this.bucketExists())) return undefined;
      throw unavailable(error);
    }
  }

  private async bucketExists(): Promise<boolean> {
    return await this.connection.storing('callMs', (client, bucket) => client.bucketExists(bucket));
  }
}

/** Encodes the name as the store decodes it. The client would leave a `+`, `?` or `#` of the prefix unencoded. */
function copySource(source: { readonly Bucket: string; readonly Object: string }): string {
  return `/${source.Bucket}/${source.Object}`.split('/').map(encodeURIComponent).join('/');
}

/** Some bytes of an object, and the size of the whole object. */
interface Piece {
  readonly bytes: Uint8Array;
  readonly totalBytes: number;
}

interface ByteSpan {
  readonly start: number;
  readonly length: number;
}

/** Reads a response to its end. @throws {Error} unless it contains the requested span, as far as the object goes. */
export async function readResponse(response: Readable, { start, length }: ByteSpan): Promise<Piece> {
  const { from, to, totalBytes } = announced(response);
  const end = Math.min(start + length, totalBytes);
  if (from !== start || to !== end) throw new Error('The store gives other bytes than it was asked for.');
  const bytes = Buffer.allocUnsafe(end - start);
  let filled = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (chunk.length > bytes.length - filled) throw new Error('The store gave more bytes than it announced.');
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  if (filled < bytes.length) throw new Error('The store gave fewer bytes than it announced.');
  return { bytes, totalBytes };
}

/** The bytes from `from` up to, not including, `to`. */
function announced(response: Readable): {
  readonly from: number;
  readonly to: number;
  readonly totalBytes: number;
} {
  const headers = response instanceof IncomingMessage ? response.headers : {};
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  if (total !== undefined) return { from: Number(first), to: Number(last) + 1, totalBytes: Number(total) };
  const size = Number(headers['content-length'] ?? Number.NaN);
  return { from: 0, to: size, totalBytes: size };
}

/** Epoch milliseconds, whole seconds: all that a HEAD reports, and a listing must agree with it. */
export function storedAt(lastModified: Date | undefined): number {
  const time = Math.floor((lastModified?.getTime() ?? Number.NaN) / SECOND_MS) * SECOND_MS;
  if (Number.isNaN(time)) throw new StorageUnavailable('The image storage does not tell the time.');
  return time;
}

/**
 * The bytes of an object, or those in `range`; `undefined` when there is no object. Each chunk is a separate request
 * that ends before its bytes are yielded, so a slow or abandoned reader holds no connection.
 */
export async function readObject(
  objects: StoredObjects,
  name: string,
  range?: ByteRange,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const start = range?.start ?? 0;
  const wanted = range === undefined ? PIECE_BYTES : range.end + 1 - start;
  if (wanted <= 0) return (await objects.stat(name)) && nothing();
  const first = await objects.piece(name, { start, length: Math.min(wanted, PIECE_BYTES) });
  if (first === undefined) return undefined;
  const end = range === undefined ? first.totalBytes : range.end + 1;
  if (end > first.totalBytes) throw new StorageUnavailable('A stored image is shorter than it was.');
  return pieces(first.bytes, { objects, name, start: start + first.bytes.length, end });
}

async function* pieces(
  first: Uint8Array,
  rest: {
    readonly objects: StoredObjects;
    readonly name: string;
    readonly start: number;
    readonly end: number;
  },
): AsyncGenerator<Uint8Array> {
  const { objects, name, end } = rest;
  if (first.length > 0) yield first;
  for (let { start } = rest; start < end; start += PIECE_BYTES) {
    const piece = await objects.piece(name, { start, length: Math.min(PIECE_BYTES, end - start) });
    if (piece === undefined) throw new StorageUnavailable('A stored image was deleted while it was read.');
    yield piece.bytes;
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
