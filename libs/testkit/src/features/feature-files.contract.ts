import { InvalidInput } from '@cairn/kernel';
import { FormatLimitExceeded, UnknownCrs, UnreadableFile } from '@cairn/spaces';
import type { FeatureFiles, FileChunk, FileReading, ReceivedFile } from '@cairn/spaces/spi';
import { assert } from '../assert.js';
import type { Contract } from '../contract.js';

/** Files under test. */
export interface FilesSubject {
  readonly files: FeatureFiles;
  /** How many bytes a file may have: some 10,000. */
  readonly maxBytes: number;
  /** The names of what is kept at present. */
  readonly kept: () => Promise<readonly string[]>;
}

/** With a separator of lines that ends none in JSON, and of which `JSON.stringify` makes no escape. */
const ZURICH =
  '{"type":"Feature","geometry":{"type":"Point","coordinates":[8.54,47.37]},"properties":{"n":"a\u2028b"}}';
const NAME = 'places\u2028';

/** Rules of every `FeatureFiles`. */
export const featureFilesContract = {
  'a received file has its name and its size, and is read until it is discarded': async ({ open }) => {
    const { files, kept } = await open();
    const file = await received(files, 'lon,lat\n8.54,47.37\n');
    assert.equal(file.name, NAME);
    assert.equal(file.sizeInBytes, 19);
    for (const places of [await chunksOf(files, file), await chunksOf(files, file)].map((all) => all.places))
      assert.deepEqual(places, [2]);
    await file.discard();
    assert.deepEqual(await kept(), []);
  },

  'nothing is kept of bytes that fail, or of more than a file may have': async ({ open }) => {
    const { files, kept, maxBytes } = await open();
    const failing = files.receive('places', failingBytes(new Broken()));
    await assert.rejects(failing, (error) => error instanceof Broken);
    const tooMany = files.receive('places', bytesOf('x'.repeat(maxBytes + 1)));
    await assert.rejects(
      tooMany,
      (error) => error instanceof FormatLimitExceeded && error.limit === maxBytes,
    );
    assert.deepEqual(await kept(), []);
    await (await received(files, 'x'.repeat(maxBytes))).discard();
  },

  'the format is found by the content, unless it is chosen': async ({ open }) => {
    const { files } = await open();
    const csv = await received(files, 'lon,lat,name\n8.54,47.37,a\n');
    const { format, columns } = await files.inspect(csv, { choices: {} });
    assert.equal(format, 'csv');
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['lon', 'lat', 'name'],
    );
    const chosen = files.inspect(csv, { choices: { format: 'gpx' } });
    await assert.rejects(chosen, (error) => error instanceof UnreadableFile);
    await csv.discard();
  },

  'a choice that files of the format do not have is refused': async ({ open }) => {
    const { files } = await open();
    const csv = await received(files, 'lon,lat\n8.54,47.37\n');
    const reading = { choices: { layer: 'trees' } };
    for (const use of [() => files.inspect(csv, reading), () => chunksOf(files, csv, reading)])
      await assert.rejects(
        use(),
        (error) => error instanceof InvalidInput && error.listed.every(({ pointer }) => pointer === '/layer'),
      );
    await csv.discard();
  },

  'features come as lines of GeoJSON with their places, and faults beside them': async ({ open }) => {
    const { files } = await open();
    const file = await received(files, 'lon,lat,name\n8.54,47.37,é\n8.54,north,b\n\n9,47,c\n');
    const { lines, places, faults } = await chunksOf(files, file);
    assert.deepEqual(
      lines.map((line) => featureIn(line).properties),
      [{ name: 'é' }, { name: 'c' }],
    );
    assert.deepEqual(places, [2, 5]);
    assert.deepEqual(
      faults.map(({ at }) => at),
      [3],
    );
    await file.discard();
  },

  'what comes before an error has been given': async ({ open }) => {
    const { files } = await open();
    const file = await received(files, `{"type":"FeatureCollection","features":[${ZURICH},${ZURICH},{"type`);
    const places: number[] = [];
    const reading = gather(files.read(file, { choices: {} }), (chunk) => places.push(...chunk.places));
    await assert.rejects(reading, (error) => error instanceof UnreadableFile);
    assert.deepEqual(places, [1, 2]);
    await file.discard();
  },

  'errors tell their facts': async ({ open }) => {
    const { files } = await open();
    const empty = await received(files, '');
    await assert.rejects(files.inspect(empty, { choices: {} }), (error) => error instanceof UnreadableFile);
    const file = await received(files, 'lon,lat\n8.54,47.37\n');
    const unknown = files.inspect(file, { choices: { crs: 'EPSG:1' } });
    await assert.rejects(unknown, (error) => error instanceof UnknownCrs && error.given === 'EPSG:1');
    const wrong = files.inspect(file, { choices: { id: 'none' } });
    await assert.rejects(
      wrong,
      (error) => error instanceof InvalidInput && error.listed[0]?.pointer === '/id',
    );
    for (const each of [empty, file]) await each.discard();
  },

  'nobody has to read to the end, and a cancelled reading ends': async ({ open }) => {
    const { files, maxBytes } = await open();
    const rows = '8.54,47.37\n'.repeat(Math.floor(maxBytes / 12));
    const file = await received(files, `lon,lat\n${rows}`);
    for await (const { places } of files.read(file, { choices: {} })) {
      assert.ok(places.length > 0);
      break;
    }
    const cancelled = { choices: {}, cancellation: AbortSignal.abort() };
    assert.equal((await chunksOf(files, file, cancelled)).places.length, 0); // showing them takes seconds
    assert.ok((await chunksOf(files, file)).places.length > 50);
    await file.discard();
  },

  'features are written as a file that is read as the same, and nothing is kept of it': async ({ open }) => {
    const { files, kept } = await open();
    for (const format of ['gpx', 'kml', 'geopackage', 'flatgeobuf'] as const) {
      const file = await files.receive(
        'places',
        files.write(textsOf([`${ZURICH}\n${ZURICH}\n`, `${ZURICH}\n`]), { format, title: 'Places' }),
      );
      assert.equal((await kept()).length, 1, format);
      assert.equal((await files.inspect(file, { choices: {} })).format, format);
      assert.equal((await chunksOf(files, file)).places.length, 3, format);
      await file.discard();
    }
  },

  'what the features throw ends the writing, and nothing is kept of it': async ({ open }) => {
    const { files, kept } = await open();
    const writing = files.write(failingTexts(new Broken()), { format: 'kml', title: 'Places' });
    await assert.rejects(
      gather(writing, () => undefined),
      (error) => error instanceof Broken,
    );
    assert.deepEqual(await kept(), []);
  },
} satisfies Contract<FilesSubject>;

const featureIn: (line: string) => { readonly properties: unknown } = JSON.parse;

class Broken extends Error {}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function* failingBytes(error: Error): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(1);
  throw error;
}

async function* textsOf(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

async function* failingTexts(error: Error): AsyncGenerator<string> {
  yield `${ZURICH}\n`;
  throw error;
}

const received = async (files: FeatureFiles, text: string): Promise<ReceivedFile> =>
  await files.receive(NAME, bytesOf(text));

async function gather<T>(parts: AsyncIterable<T>, take: (part: T) => void): Promise<void> {
  for await (const part of parts) take(part);
}

interface Chunks {
  readonly lines: readonly string[];
  readonly places: readonly number[];
  readonly faults: FileChunk['faults'];
}

async function chunksOf(
  files: FeatureFiles,
  file: ReceivedFile,
  reading: FileReading = { choices: {} },
): Promise<Chunks> {
  const chunks: FileChunk[] = [];
  await gather(files.read(file, reading), (chunk) => chunks.push(chunk));
  const text = chunks.map(({ lines }) => new TextDecoder().decode(lines)).join('');
  return {
    lines: text.split('\n').filter((line) => line !== ''),
    places: chunks.flatMap(({ places }) => places),
    faults: chunks.flatMap(({ faults }) => faults),
  };
}
