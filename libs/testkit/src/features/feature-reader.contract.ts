import { assert } from '../assert.js';
import { Buffer } from 'node:buffer';
import {
  COPY_ZOOMS,
  copiesOf,
  DEFAULT_FEATURE_LIMITS,
  parseDraft,
  type FeatureReader,
  type StreamedChunk,
} from '@cairn/spaces/spi';
import { several } from '../builders.js';
import type { Contract, Subject } from '../contract.js';
import { until } from '../until.js';

const options = { limits: DEFAULT_FEATURE_LIMITS };

/** Rules of every `FeatureReader`. */
export const featureReaderContract = {
  'features come in their order with their place, whatever the chunks': async (subject) => {
    const text = `{"features":[${several(150, (id) => `{"id":${id},"properties":{"name":"ä€🗺"}}`).join(',\n')}]}`;
    const bytes = new TextEncoder().encode(text);
    for (const length of [7, 1_000, 1_000_000]) {
      const features = await featuresOf(subject, chunked(bytes, length));
      assert.deepEqual(
        features.map(({ position, parsed }) => [position, parsed.draft?.id]),
        several(150, (id) => [id, String(id)]),
      );
      const { offsetInBytes = 0, parsed } = features[99] ?? {};
      assert.ok(new TextDecoder().decode(bytes.subarray(offsetInBytes)).startsWith('{"id":99,'));
      assert.equal(parsed?.draft?.properties, '{"name":"ä€🗺"}');
    }
  },

  'what is wrong with a feature is told by pointer, and the others are read': async (subject) => {
    const text = '{"id":"a"}\n{"id":"b","properties":1}\n{"id":}\n{"geometry":{"type":"Point"}}\n{"id":"e"}';
    const features = await featuresOf(subject, chunked(new TextEncoder().encode(text), 9));
    assert.deepEqual(
      features.map(({ parsed }) =>
        parsed.draft === undefined
          ? [parsed.id, ...parsed.faults.map(({ pointer }) => pointer)]
          : parsed.draft.id,
      ),
      ['a', ['b', '/properties'], [undefined, ''], [undefined, '/geometry/coordinates'], 'e'],
    );
  },

  'bytes that are not UTF-8 are a fault of their feature that names the place': async (subject) => {
    const bytes = new TextEncoder().encode('{"id":"a"}\n{"id":"x"}\n{"id":"c"}');
    bytes[18] = 0xe9;
    const features = await featuresOf(subject, chunked(bytes, 5));
    const [first, second, third] = features.map(
      ({ parsed }) => parsed.draft?.id ?? parsed.faults?.[0]?.detail,
    );
    assert.deepEqual([first, third], ['a', 'c']);
    assert.match(String(second), /byte 18/);
  },

  'a feature that is too large is refused, and the others are read': async (subject) => {
    const limits = { ...DEFAULT_FEATURE_LIMITS, maxSizeInBytes: 100 };
    const text = `{"id":"a"}\n{"id":"${'ä'.repeat(99)}"}\n{"id":"c"}`;
    const reader = await subject.open();
    const read = reader.read(chunked(new TextEncoder().encode(text), 10), { limits, prefixId: 'p:' });
    const features = (await allOf(read)).flatMap((chunk) => chunk.features);
    assert.deepEqual(
      features.map(({ parsed }) => parsed.draft?.id ?? parsed.faults?.[0]?.code),
      ['p:a', 'feature-too-large', 'p:c'],
    );
    const detail = features[1]?.parsed.faults?.[0]?.detail ?? '';
    assert.match(detail, /more than 100 bytes; simplify its geometry, or cut it into several features/);
  },

  'features without an id get ids that differ': async (subject) => {
    const features = await featuresOf(subject, chunked(new TextEncoder().encode('{}\n'.repeat(100)), 50));
    assert.equal(new Set(features.map(({ parsed }) => parsed.draft?.id)).size, 100);
  },

  'a stream that breaks gives what came before, then where it broke, then nothing': async (subject) => {
    const text = '{"features":[{"id":"a"},{"id":"b"} {"id":"c"},{"id":"d"}]}';
    const reader = await subject.open();
    const chunks = await allOf(reader.read(chunked(new TextEncoder().encode(text), 20), options));
    assert.deepEqual(
      chunks.flatMap(({ features }) => features.map(({ parsed }) => parsed.draft?.id)),
      ['a', 'b'],
    );
    assert.deepEqual(
      chunks.map(({ broken }) => broken?.offsetInBytes),
      [...chunks.slice(1).map(() => undefined), 35],
    );
  },

  'bytes are pulled as features are taken, and no longer once nobody wants more': async (subject) => {
    let pulled = 0;
    let closed = false;
    async function* endless() {
      try {
        for (;;) yield new TextEncoder().encode(`{"id":${(pulled += 1)}}\n`);
      } finally {
        closed = true;
      }
    }
    const reader = await subject.open();
    let taken = 0;
    for await (const { features } of reader.read(endless(), options)) {
      assert.ok(pulled - taken < 20, `${pulled} chunks were pulled for ${taken} features`);
      taken += features.length;
      if (taken >= 50) break;
    }
    assert.ok(closed, 'the bytes were left open');
  },

  'features are given while no further bytes come': async (subject) => {
    const reader = await subject.open();
    await allOf(reader.read(chunked(new TextEncoder().encode('{}'), 2), options)); // a thread may have to start
    const ids: unknown[] = [];
    async function* pausing() {
      for (const id of ['a', 'b']) yield new TextEncoder().encode(`{"id":"${id}"}\n`);
      await until('features are given that were read', () => ids.length === 2, subject.patienceMs);
    }
    for await (const { features } of reader.read(pausing(), options))
      ids.push(...features.map(({ parsed }) => parsed.draft?.id));
    assert.deepEqual(ids, ['a', 'b']);
  },

  'one feature is parsed as parseDraft does, with its own id, a given one, or one that is made': async (
    subject,
  ) => {
    const reader = await subject.open();
    const pad = `"pad":"${'ä'.repeat(100_000)}","@ns:com:here:xyz":{"version":3}`;
    const long = `{"id":7,"properties":{${pad}},"title":12345678901234567890}`;
    const parsing = { ...options, prefixId: 'p:', detectConflicts: true };
    const own = parseDraft(long, { ...parsing, makeId: () => 'made' });
    assert.equal(JSON.stringify(await reader.parse(long, parsing)), JSON.stringify(own));
    const parsed = await Promise.all([
      reader.parse(long, { ...parsing, id: 'given' }),
      reader.parse('{}', options),
      reader.parse('{}', options),
      reader.parse('{"id":"x","geometry":1}', options),
      reader.parse('{', options),
      reader.parse(long, { ...parsing, id: 'given', idInText: 'same' }),
    ]);
    const [given, made, another, faulty, broken, other] = parsed;
    assert.equal(other.faults?.[0]?.code, 'fixed');
    assert.equal(given.draft?.id, 'p:given');
    assert.ok(made.draft !== undefined && made.draft.id.length > 7);
    assert.notEqual(made.draft.id, another.draft?.id);
    assert.deepEqual([faulty.faults?.[0]?.pointer, broken.faults?.[0]?.code], ['/geometry', 'invalid-json']);
  },

  'copies of a feature are those of copiesOf, none where it is not large': async (subject) => {
    const reader = await subject.open();
    const coordinates = several(5_001, (index) => [index / 100, Math.sin(index)]);
    const bodyOf = (positions: readonly (readonly number[])[]): string => {
      const text = JSON.stringify({ type: 'LineString', coordinates: positions });
      return `{"type":"Feature","id":"a","geometry":${text},"properties":{"b":1,"@ns:com:here:xyz":{`;
    };
    const [large, small] = [bodyOf(coordinates), bodyOf(coordinates.slice(1))];
    assert.equal(JSON.stringify(await reader.copies(large)), JSON.stringify(copiesOf(large)));
    const made = await reader.copies(large);
    assert.ok(made !== 'too-dear');
    const parts = Array.from(made, ({ part }) => part);
    assert.deepEqual(parts.slice(0, COPY_ZOOMS.length), COPY_ZOOMS);
    assert.ok(parts.length > COPY_ZOOMS.length);
    assert.equal((await reader.copies(small)).length, 0);
  },

  'a source that fails fails the reading, and streams at once do not mix': async (subject) => {
    const reader = await subject.open();
    async function* failing() {
      yield new TextEncoder().encode('{"id":"a"}\n{}');
      await Promise.resolve();
      throw new Error('the client went away');
    }
    const names = async (bytes: AsyncIterable<Uint8Array>) => {
      const features = (await allOf(reader.read(bytes, options))).flatMap((chunk) => chunk.features);
      return features.map(({ parsed, position }) => `${parsed.draft?.id} ${position}`);
    };
    const attempts = await Promise.all([
      names(failing()).catch((error: unknown) => (error as Error).message),
      ...several(5, (number) =>
        names(chunked(new TextEncoder().encode(`{"id":"s${number}"}\n`.repeat(200)), 64)),
      ),
    ]);
    const [failed, ...others] = attempts;
    assert.equal(failed, 'the client went away');
    for (const [number, other] of others.entries())
      assert.deepEqual(
        other,
        several(200, (position) => `s${number} ${position}`),
      );
  },
} satisfies Contract<FeatureReader>;

async function featuresOf(subject: Subject<FeatureReader>, bytes: AsyncIterable<Uint8Array>) {
  const reader = await subject.open();
  return (await allOf(reader.read(bytes, options))).flatMap(({ features }) => features);
}

async function allOf(chunks: AsyncIterable<StreamedChunk>): Promise<readonly StreamedChunk[]> {
  const all: StreamedChunk[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

/** Chunks as sockets give them: a `Buffer`, whose `slice` is no copy, that is used again for each. */
async function* chunked(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(length);
  for (let at = 0; at < bytes.length; at += length) {
    const part = bytes.subarray(at, at + length);
    buffer.set(part);
    yield buffer.subarray(0, part.length);
    await Promise.resolve();
  }
}
