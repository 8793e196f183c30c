import { readS3Address, type S3Fault, S3Stub } from '@cairn/services';
import { aBlob } from '@cairn/testkit';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MinioBlobStore } from './minio-blob-store.js';
import { PART_BYTES } from './staged-bytes.js';

const SIZE = 3 * PART_BYTES;
/** With limits that no test waits for. */
const PATIENT = { checkMs: 600_000, callMs: 600_000, transferMs: 600_000, pauseMs: 5 };
const IMPATIENT = { ...PATIENT, callMs: 300, transferMs: 300 };

const stub = await S3Stub.start();
let store: MinioBlobStore;

const timing = { ...PATIENT };

beforeEach(async () => {
  Object.assign(timing, PATIENT);
  store = await MinioBlobStore.open(readS3Address(await stub.fresh()), timing);
});
afterEach(async () => {
  await store.close();
  await stub.close();
});
afterAll(() => stub.stop());

const refusal: S3Fault = { kind: 'answers', status: 403, code: 'AccessDenied' };
const silence: S3Fault = { kind: 'hangs' };
const lost: S3Fault = { kind: 'closes', work: 'done' };

/**
 * Fails staging requests with this method and query parameter, such as the third part. Silence is waited for briefly,
 * which is decided when the request `before` it comes, and nothing else is.
 */
function failing(
  method: string,
  parameter: string,
  { fault, before }: { fault: S3Fault; before: string },
): void {
  const impatient = (): unknown => fault === silence && Object.assign(timing, IMPATIENT);
  if (before === '') impatient();
  stub.fault = ({ method: asked, query }) => {
    const text = `?${query.toString()}`;
    if (before !== '' && asked !== 'DELETE' && text.includes(before)) impatient();
    if (asked !== method || !text.includes(parameter)) return undefined;
    Object.assign(timing, PATIENT);
    return fault;
  };
}

describe('bytes that the store does not take', () => {
  it.each([
    ['the start', 'POST', '?uploads', ''],
    ['the first part', 'PUT', 'partNumber=1', '?uploads'],
    ['a later part', 'PUT', 'partNumber=2', 'partNumber=1'],
    ['the end', 'POST', 'uploadId=', 'partNumber=3'],
  ])('from %s on leave nothing behind', async (_, method, parameter, before) => {
    for (const fault of [refusal, silence]) {
      failing(method, parameter, { fault, before });
      const source = new Source(SIZE);
      await expect(store.stage(source.bytes(), SIZE)).rejects.toMatchObject({ code: 'storage-unavailable' });
      expect(source.isClosed).toBe(true);
      expect(stub.contents).toEqual({ objects: 0, uploads: 0 });
    }
  });

  it('and that cannot be aborted are found by the sweep', async () => {
    stub.fault = ({ method, query }) =>
      method === 'DELETE' || query.get('partNumber') === '2' ? refusal : undefined;
    await expect(store.stage(new Source(SIZE).bytes(), SIZE)).rejects.toThrow();
    expect(stub.contents).toEqual({ objects: 0, uploads: 1 });
    stub.fault = () => undefined;
    expect(await store.discardStagedBefore(Date.now() + 60_000)).toBe(1);
    expect(stub.contents).toEqual({ objects: 0, uploads: 0 });
  });
});

describe('lost responses', () => {
  it('to a part do no harm', async () => {
    let isFirst = true;
    stub.fault = ({ query }) => {
      const isLost = isFirst && query.get('partNumber') === '2';
      if (isLost) isFirst = false;
      return isLost ? lost : undefined;
    };
    const staged = await store.stage(new Source(SIZE).bytes(), SIZE);
    let length = 0;
    for await (const piece of staged.read()) length += piece.length;
    expect(length).toBe(SIZE);
    expect(isFirst).toBe(false);
  });

  it('to the completion of an upload leave nothing behind', async () => {
    let isFirst = true;
    stub.fault = ({ method, query }) => {
      const isLost = isFirst && method === 'POST' && query.has('uploadId');
      if (isLost) isFirst = false;
      return isLost ? lost : undefined;
    };
    await expect(store.stage(new Source(SIZE).bytes(), SIZE)).rejects.toMatchObject({
      code: 'storage-unavailable',
    });
    expect(stub.contents).toEqual({ objects: 0, uploads: 0 });
  });
});

describe('received bytes', () => {
  it('are uploaded one part at a time, and read no faster than that', async () => {
    let underWay = 0;
    const source = new Source(SIZE);
    stub.fault = ({ query }) => {
      if (!query.has('partNumber')) return undefined;
      underWay += 1;
      // The current chunk may not fit into the full part.
      expect(source.given).toBeLessThanOrEqual(underWay * PART_BYTES + Source.PIECE_BYTES);
      return undefined;
    };
    await (await store.stage(source.bytes(), SIZE)).discard();
    expect(underWay).toBe(3);
  });

  it('that fit into one part are uploaded by the commit, in one request', async () => {
    stub.requests.length = 0;
    const staged = await store.stage(new Source(PART_BYTES).bytes(), PART_BYTES);
    expect(stub.requests).toEqual([]);
    await staged.commit(aBlob('key'));
    expect(stub.requests).toEqual(['PUT blobs/key']);
  });
});

class Source {
  static readonly PIECE_BYTES = 65_536;
  given = 0;
  isClosed = false;

  constructor(private readonly size: number) {}

  async *bytes(): AsyncGenerator<Uint8Array> {
    try {
      while (this.given < this.size) {
        const piece = new Uint8Array(Math.min(Source.PIECE_BYTES, this.size - this.given));
        this.given += piece.length;
        yield piece;
      }
    } finally {
      this.isClosed = true;
    }
  }
}
