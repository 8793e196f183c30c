import { createHash, randomUUID } from 'node:crypto';

/** A request to a bucket, with or without an object key. */
export interface BucketRequest {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface BucketAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

interface StubObject {
  readonly bytes: Buffer;
  readonly at: Date;
  readonly headers: Readonly<Record<string, string>>;
}

interface StubUpload {
  readonly key: string;
  readonly at: Date;
  readonly parts: Map<number, Buffer>;
}

const KEPT = /^(content-type$|x-amz-meta-)/;

/** An in-memory subset of S3 for blob stores. It checks no signatures and ignores conditions on copies. */
export class StubBucket {
  readonly objects = new Map<string, StubObject>();
  readonly uploads = new Map<string, StubUpload>();

  answer(request: BucketRequest): BucketAnswer {
    const { method, key, query } = request;
    if (key === '') return query.has('uploads') ? this.listUploads() : this.list(query);
    if (query.has('uploads')) return this.begin(key);
    if (query.has('uploadId')) return this.part(request, query.get('uploadId') ?? '');
    if (method === 'PUT') return this.put(request);
    if (method === 'DELETE') {
      this.objects.delete(key);
      return { status: 204 };
    }
    return this.get(request);
  }

  private get({ key, headers }: BucketRequest): BucketAnswer {
    const object = this.objects.get(key);
    if (object === undefined) return failure(404, 'NoSuchKey');
    const { bytes, at, headers: kept } = object;
    const about = { ...kept, 'last-modified': at.toUTCString(), etag: etagOf(bytes) };
    const range = /^bytes=(\d+)-(\d+)$/.exec(String(headers['range'] ?? ''));
    if (range === null) return { status: 200, headers: about, body: bytes };
    const [start, end] = [Number(range[1]), Math.min(Number(range[2]) + 1, bytes.length)];
    if (start >= bytes.length) return failure(416, 'InvalidRange');
    const contentRange = { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` };
    return { status: 206, headers: { ...about, ...contentRange }, body: bytes.subarray(start, end) };
  }

  private put({ key, headers, body }: BucketRequest): BucketAnswer {
    const kept = Object.entries(headers).flatMap(([name, value]) =>
      KEPT.test(name) && typeof value === 'string' ? [[name, value] as const] : [],
    );
    const about = { at: new Date(), headers: Object.fromEntries(kept) };
    const copied = headers['x-amz-copy-source'];
    if (typeof copied === 'string') {
      const source = this.objects.get(decodeURIComponent(copied).split('/').slice(2).join('/'));
      if (source === undefined) return failure(404, 'NoSuchKey');
      const kept = headers['x-amz-metadata-directive'] === 'REPLACE' ? about.headers : source.headers;
      this.objects.set(key, { at: about.at, headers: kept, bytes: source.bytes });
      return xml('CopyObjectResult', `<ETag>${etagOf(source.bytes)}</ETag>`);
    }
    if (headers['if-none-match'] === '*' && this.objects.has(key)) return failure(412, 'PreconditionFailed');
    this.objects.set(key, { ...about, bytes: body });
    return { status: 200, headers: { etag: etagOf(body) } };
  }

  private begin(key: string): BucketAnswer {
    const id = randomUUID();
    this.uploads.set(id, { key, at: new Date(), parts: new Map() });
    return xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`);
  }

  private part({ method, query, body }: BucketRequest, id: string): BucketAnswer {
    const upload = this.uploads.get(id);
    if (upload === undefined) return failure(404, 'NoSuchUpload');
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      return { status: 200, headers: { etag: etagOf(body) } };
    }
    this.uploads.delete(id);
    if (method === 'DELETE') return { status: 204 };
    const numbers = [...upload.parts.keys()].sort((left, right) => left - right);
    const bytes = Buffer.concat(numbers.map((number) => upload.parts.get(number) ?? Buffer.alloc(0)));
    this.objects.set(upload.key, { bytes, at: new Date(), headers: {} });
    return xml('CompleteMultipartUploadResult', `<Location>/</Location><ETag>${etagOf(bytes)}</ETag>`);
  }

  private list(query: URLSearchParams): BucketAnswer {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? ''];
    const behind = [...this.objects].filter(([key]) => key.startsWith(prefix) && key > after);
    const page = behind
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .slice(0, Number(query.get('max-keys') ?? 1_000));
    const listed = page.map(
      ([key, { bytes, at }]) =>
        `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
    );
    const truncated = `<IsTruncated>${page.length < behind.length}</IsTruncated>`;
    return xml('ListBucketResult', truncated + listed.join(''));
  }

  private listUploads(): BucketAnswer {
    const listed = [...this.uploads].map(
      ([id, { key, at }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    );
    return xml('ListMultipartUploadsResult', `<IsTruncated>false</IsTruncated>${listed.join('')}`);
  }
}

/** An error response in S3's format. */
export function failure(status: number, code: string): BucketAnswer {
  const body = `<Error><Code>${code}</Code><Message>It is so.</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

function xml(tag: string, content: string): BucketAnswer {
  const headers = { 'content-type': 'application/xml' };
  return { status: 200, headers, body: `<?xml version="1.0"?><${tag}>${content}</${tag}>` };
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}
