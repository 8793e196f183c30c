import type { ColumnChoice, FeatureFormat, FileChoices, FileItem, FormatFile } from '@cairn/spaces';
import { FormatLimitExceeded, UnreadableFile } from '@cairn/spaces';
import { InvalidInput } from '@cairn/kernel';
import { assert } from '../assert.js';
import type { Contract } from '../contract.js';

/** A format, and files of it that its suite has made. */
export interface FormatSubject {
  readonly format: FeatureFormat;
  readonly files: {
    /** `formatSample` as features, in the system that the format has mostly; without identifiers. */
    readonly sample: FormatFile;
    /** As many bytes of the sample as `length`. */
    readonly cut: (length: number) => Promise<FormatFile>;
    /** A text that is of no format. */
    readonly foreign: FormatFile;
    /** Of `count` features like those of the sample. */
    readonly many: (count: number) => Promise<FormatFile>;
  };
  /** What the format calls a place: most add nothing to the properties. */
  readonly own?: readonly string[] | undefined;
}

/** Three points with a name and a number. */
export const formatSample = [
  { name: 'Zürich €', number: 1, position: [8.54, 47.37] },
  { name: 'Ushuaia', number: 2.5, position: [-68.3, -54.8] },
  { name: '<i>"a"</i> & b, c; d', number: -3, position: [179.99, 0.01] },
] as const;

/** Rules of every `FeatureFormat`. */
export const featureFormatContract = {
  'features come in the order of the file, in WGS 84, with their values': async ({ open }) => {
    const { format, files, own } = await open();
    const features = featuresIn(await itemsOf(format, files.sample));
    assert.equal(features.length, formatSample.length);
    for (const [index, { name, number, position }] of formatSample.entries()) {
      const { geometry, properties } = features[index] ?? {};
      assert.deepEqual(without(properties, own), { name, number });
      assert.ok(isNear(geometry, position), `${JSON.stringify(geometry)} is at ${position.join()}`);
    }
  },

  'places in the file are told in ascending order': async ({ open }) => {
    const { format, files } = await open();
    const places = (await itemsOf(format, files.sample)).map(({ at }) => at);
    assert.deepEqual(
      places,
      [...new Set(places)].toSorted((one, other) => one - other),
    );
    assert.ok((places[0] ?? 0) >= 1);
  },

  'inspecting tells the columns with their types, the system, and the first features as they are read':
    async ({ open }) => {
      const { format, files, own = [] } = await open();
      const content = await format.inspect(files.sample, {});
      assert.equal(content.format, format.name);
      assert.match(content.crs?.code ?? '', /^EPSG:\d+$/);
      const types = content.columns.filter(({ omit, name }) => !omit && !own.includes(name));
      assert.deepEqual(
        types.map(({ name, as, type }) => [name, as, type]),
        [
          ['name', 'name', 'text'],
          ['number', 'number', 'number'],
        ],
      );
      assert.deepEqual(content.sample, await itemsOf(format, files.sample));
    },

  'a sample is a beginning': async ({ open }) => {
    const { format, files } = await open();
    const { sample } = await format.inspect(await files.many(50), {});
    assert.equal(sample.length, 10);
  },

  'columns are renamed and left out, and one identifies, as chosen': async ({ open }) => {
    const { format, files, own = [] } = await open();
    const columns: NonNullable<FileChoices['columns']> = Object.fromEntries<ColumnChoice>([
      ...own.map((name) => [name, { omit: true }] as const),
      ['name', { as: '__proto__' }],
      ['number', { omit: true }],
    ]);
    const choices: FileChoices = { columns, id: 'number' };
    const [first] = featuresIn(await itemsOf(format, files.sample, choices));
    assert.ok(first);
    assert.equal(first.id, '1');
    assert.deepEqual(Object.entries(first.properties), [['__proto__', formatSample[0].name]]);
    const { sample } = await format.inspect(files.sample, choices);
    assert.deepEqual(sample, await itemsOf(format, files.sample, choices));
  },

  'two columns are not one property': async ({ open }) => {
    const { format, files } = await open();
    const reading = itemsOf(format, files.sample, { columns: { name: { as: 'number' } } });
    await assert.rejects(reading, (error) => error instanceof InvalidInput);
  },

  'a file that is cut short is refused wherever that is, and what comes before it is right': async ({
    open,
  }) => {
    const { format, files } = await open();
    const { sizeInBytes } = files.sample;
    for (const share of [0.05, 0.3, 0.6, 0.9]) {
      const file = await files.cut(Math.floor(share * sizeInBytes));
      const seen: FileItem[] = [];
      const reading = collect(format.read(file, {}), seen);
      await assert.rejects(
        reading,
        (error) => error instanceof UnreadableFile || error instanceof FormatLimitExceeded,
        `at ${share}`,
      );
      const whole = await itemsOf(format, files.sample);
      assert.deepEqual(seen, whole.slice(0, seen.length));
    }
  },

  'a file of no format is refused': async ({ open }) => {
    const { format, files } = await open();
    for (const use of [() => format.inspect(files.foreign, {}), () => itemsOf(format, files.foreign)])
      await assert.rejects(use(), (error) => error instanceof UnreadableFile);
  },

  'nobody has to read to the end': async ({ open }) => {
    const { format, files } = await open();
    const file = await files.many(5_000);
    for await (const item of format.read(file, {})) {
      assert.ok('feature' in item);
      break;
    }
    assert.equal((await itemsOf(format, file)).length, 5_000);
  },

  'a system that is not known is refused': async ({ open }) => {
    const { format, files } = await open();
    const reading = itemsOf(format, files.sample, { crs: 'EPSG:1' });
    if (FIXED.includes(format.name)) await reading;
    else await assert.rejects(reading, { code: 'unknown-crs' });
  },
} satisfies Contract<FormatSubject>;

/** Formats whose coordinates are always WGS 84. */
const FIXED: readonly string[] = ['gpx', 'kml'];

const itemsOf = async (
  format: FeatureFormat,
  file: FormatFile,
  choices: FileChoices = {},
): Promise<readonly FileItem[]> => await collect(format.read(file, choices), []);

async function collect(reading: AsyncIterable<FileItem>, into: FileItem[]): Promise<readonly FileItem[]> {
  for await (const item of reading) into.push(item);
  return into;
}

const featuresIn = (items: readonly FileItem[]) =>
  items.flatMap((item) => {
    if (!('feature' in item)) assert.fail(`${item.at}: ${item.reason}`);
    return [item.feature];
  });

function without(
  properties: Readonly<Record<string, unknown>> | undefined,
  names: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(properties ?? {}).filter(([name]) => !names.includes(name)));
}

const isItems = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Within a centimetre. */
function isNear(geometry: unknown, [x, y]: readonly [number, number]): boolean {
  const coordinates =
    typeof geometry === 'object' && geometry !== null && 'coordinates' in geometry
      ? geometry.coordinates
      : [];
  const [longitude, latitude]: readonly unknown[] = isItems(coordinates) ? coordinates : [];
  return Math.abs(Number(longitude) - x) < 1e-7 && Math.abs(Number(latitude) - y) < 1e-7;
}
