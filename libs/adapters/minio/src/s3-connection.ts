import { Agent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as TlsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'minio';
import {
  clientOptions,
  isPassing,
  StoreBusy,
  unavailable,
  type S3Options,
  type CallKind,
  DeadlinePassed,
  type Timing,
  codeOf,
} from './bucket.js';

type Transport = NonNullable<ConstructorParameters<typeof Client>[0]['transport']>;
type Send = (options: object, onResponse?: (response: IncomingMessage) => void) => ClientRequest;

const BUSY = new Set([408, 429, 499, 500, 502, 503, 504, 520]);
const MAX_TEXT = 10_000;

/** Sends the requests of the client. When the signal is aborted, ends the request and the reading of its response. */
function transportUntil(signal: AbortSignal, { tls }: { readonly tls: boolean }): Transport {
  const request: Send = (options, onResponse) => {
    const sent = tls ? httpsRequest(options) : httpRequest(options);
    sent.once('response', (response) => {
      response.on('error', () => undefined); // so that it is never uncaught; the reader of the response gets it too
      if (BUSY.has(response.statusCode ?? 0)) refuse(sent, response);
      else onResponse?.(response);
    });
    const end = (): void => void sent.destroy(new Error('The call has ended.', { cause: signal.reason }));
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    return sent;
  };
  return { request: request as Transport['request'] };
}

/**
 * Fails the request with the error of the store. The client itself would leave the response unread and its socket open.
 */
function refuse(sent: ClientRequest, response: IncomingMessage): void {
  let text = '';
  response.setEncoding('utf8').on('data', (more: string) => {
    if (text.length < MAX_TEXT) text += more;
  });
  response.once('close', () => {
    sent.emit('error', new StoreBusy(response.statusCode ?? 0, /<Code>(\w+)</.exec(text)?.[1]));
  });
}

const SOCKETS = { keepAlive: true, maxSockets: 128, maxFreeSockets: 32, timeout: 60_000 };
const REPETITIONS = 2;

/** All requests to the bucket go through here. Every call has a deadline, and is aborted when it passes. */
export class S3Connection {
  private readonly agent: Agent;
  private isClosed = false;

  constructor(
    readonly options: S3Options,
    private readonly timing: Timing,
  ) {
    this.agent = options.tls ? new TlsAgent(SOCKETS) : new Agent(SOCKETS);
  }

  /**
   * Performs repeatable work: up to two retries when the connection is lost or the store is busy.
   * @throws {DeadlinePassed} or the error of the store or connection, to be mapped by {@link unavailable}.
   */
  async call<T>(kind: CallKind, work: (client: Client, bucket: string) => Promise<T>): Promise<T> {
    const ending = new AbortController();
    const deadlineMs = this.timing[kind];
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DeadlinePassed(deadlineMs)), deadlineMs);
    });
    try {
      return await Promise.race([this.repeated(ending.signal, work), deadline]);
    } finally {
      clearTimeout(timer);
      ending.abort();
    }
  }

  /** Does work as `call` does. @throws {StorageUnavailable} whatever the failure. */
  async storing<T>(kind: CallKind, work: (client: Client, bucket: string) => Promise<T>): Promise<T> {
    try {
      return await this.call(kind, work);
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** The object key for a name. */
  keyOf(name: string): string {
    return `${this.options.prefix}${name}`;
  }

  /** Aborts pending calls. No call is possible afterwards. */
  close(): void {
    this.isClosed = true;
    this.agent.destroy();
  }

  private async repeated<T>(
    signal: AbortSignal,
    work: (client: Client, bucket: string) => Promise<T>,
  ): Promise<T> {
    const client = await this.clientUntil(signal);
    for (let repetition = 0; ; repetition += 1) {
      if (this.isClosed) throw new Error('The connection is closed.');
      try {
        return await work(client, this.options.bucket);
      } catch (error) {
        if (repetition === REPETITIONS || !isPassing(error)) throw error;
      }
      await sleep(this.timing.pauseMs * 3 ** repetition * (0.5 + Math.random()), undefined, { signal });
    }
  }

  private async clientUntil(signal: AbortSignal): Promise<Client> {
    const { options, agent } = this;
    const transport = transportUntil(signal, options);
    return new Client({ ...(await clientOptions(options)), transport, transportAgent: agent });
  }
}

export interface NewObject {
  readonly name: string;
  readonly contentType: string;
}

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
