import { describe, expect, it } from '@jest/globals';
import { ExportFeatures, ownerCaller, type FeatureExport } from '@cairn/spaces';
import type { FeatureFiles, FeaturePorts, FileWriting } from '@cairn/spaces/spi';
import { aBatch, aFeature, aPoint, aSpace, sabotaged, several, writing } from '@cairn/testkit';
import { MemoryFeatureStore } from './memory-feature-store.js';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';

const alice = ownerCaller({ owner: 'alice', anonymousAllowed: true });
type Features = readonly Parameters<typeof writing>[0][];

async function openHub(
  written: Features,
  replace: (features: FeaturePorts) => Partial<FeaturePorts> = () => ({}),
  files?: FeatureFiles,
) {
  const spaces = new MemorySpaceRepository();
  const features = new MemoryFeatureStore(spaces);
  const { id } = aSpace();
  await spaces.add(aSpace({ id }));
  if (written.length > 0) await features.write(id, aBatch(written.map((feature) => writing(feature))));
  const exporting = new ExportFeatures({
    files,
    spaces,
    features: sabotaged<FeaturePorts>(features, replace(features)),
  });
  return {
    id,
    features,
    run: async (wanted: FeatureExport): Promise<string> => {
      let all = '';
      for await (const part of await exporting.execute(alice, id, wanted)) all += String(part);
      return all;
    },
  };
}

const csv = { format: { kind: 'csv' } } as const;
const rowsOf = (text: string): readonly string[] => text.split('\r\n').slice(0, -1);

describe('an export', () => {
  const large = 'x'.repeat(100_000);
  const features = several(7, (number) =>
    aFeature(`f${number}`, { properties: { number, large, odd: ',\n\x1e' } }),
  );

  it('is one collection, or a feature on each line or in each record, of any number of chunks', async () => {
    const hub = await openHub(features);
    const stored = JSON.parse(await hub.run({ format: 'geojson' })) as {
      readonly features: readonly object[];
    };
    expect(stored).toMatchObject({ type: 'FeatureCollection', features });
    const lines = (await hub.run({ format: 'ndjson' })).split('\n');
    expect(lines.slice(0, -1).map((line) => JSON.parse(line) as object)).toEqual(stored.features);
    expect(lines.at(-1)).toBe('');
    const records = (await hub.run({ format: 'geojson-seq' })).split('\x1e');
    expect(records[0]).toBe('');
    expect(records.slice(1).map((record) => JSON.parse(record) as object)).toEqual(stored.features);
    expect(records.every((record) => record === '' || record.endsWith('}\n'))).toBe(true);
  });

  it('of nothing is empty', async () => {
    const hub = await openHub([]);
    expect(JSON.parse(await hub.run({ format: 'geojson' }))).toEqual({
      type: 'FeatureCollection',
      features: [],
    });
    expect(await hub.run({ format: 'ndjson' })).toBe('');
    expect(rowsOf(await hub.run(csv))).toEqual(['id,tags,createdAt,updatedAt,version,WKT']);
  });

  it('goes on behind an id, takes what meets the criteria, and ends where it is cancelled', async () => {
    const hub = await openHub(features);
    const part = await hub.run({ format: 'ndjson', after: 'f4' });
    expect(part.match(/"id":"f\d"/g)).toEqual(['"id":"f5"', '"id":"f6"']);
    expect(await hub.run({ format: 'ndjson', boxes: [[0, 0, 1, 1]] })).toBe('');
    const cancellation = AbortSignal.abort();
    expect(JSON.parse(await hub.run({ format: 'geojson', cancellation }))).toMatchObject({ features: [] });
  });
});

describe('the fields of an export', () => {
  const features: Features = [
    '{"id":"a","extra":1,"geometry":null,"properties":{"x":12345678901234567890,"y":{"z":1},"@ns:com:here:xyz":{"tags":["t"]}}}',
  ];

  it('are the only properties in every format', async () => {
    const hub = await openHub(features);
    const line = await hub.run({ format: 'ndjson', fields: ['x', 'none'] });
    expect(line).toContain('"properties":{"x":12345678901234567890,"@ns:com:here:xyz":{"createdAt"');
    expect(line).not.toMatch(/extra|"y"|none/);
    expect(await hub.run({ format: 'geojson', fields: ['y'] })).toContain('"properties":{"y":{"z":1},"@ns');
    const [header, row] = rowsOf(await hub.run({ ...csv, fields: ['x', 'none', 'x'] }));
    expect(header).toBe('id,x,none,tags,createdAt,updatedAt,version,WKT');
    expect(row).toMatch(/^a,12345678901234567890,,t,/);
  });

  it('are left by what is given for it', async () => {
    const hub = await openHub(features);
    const shaper = () => (texts: string) => texts.replace('"y"', '"left"');
    expect(await hub.run({ format: 'ndjson', fields: ['x'], shaper })).toContain('"left":{"z":1}');
  });
});

describe('an export as a file', () => {
  const file = { format: { kind: 'file', format: 'kml' } } as const;

  it('is what the files make of a feature on each line, with the title of the space', async () => {
    const seen: { lines: string; writing?: FileWriting } = { lines: '' };
    const write: FeatureFiles['write'] = async function* (lines, writing) {
      for await (const line of lines) seen.lines += line;
      seen.writing = writing;
      yield new Uint8Array([1, 2]);
    };
    const hub = await openHub(
      several(3, (number) => aFeature(`f${number}`)),
      undefined,
      filesWith(write),
    );
    expect(await hub.run({ ...file, fields: [] })).toBe('1,2');
    const { title } = aSpace();
    expect(seen.writing).toMatchObject({ format: 'kml', title, holder: 'alice' });
    const lines = seen.lines.split('\n');
    expect(lines.slice(0, -1).map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([
      'f0',
      'f1',
      'f2',
    ]);
    expect(lines.at(-1)).toBe('');
  });

  it('needs something that writes it', async () => {
    const hub = await openHub([]);
    await expect(hub.run(file)).rejects.toMatchObject({ code: 'formats-not-installed' });
  });
});

/** Files that are only written. */
function filesWith(write: FeatureFiles['write']): FeatureFiles {
  const none = (): never => {
    throw new Error('Nothing is read.');
  };
  return { receive: none, inspect: none, read: none, write };
}

describe('an export as CSV', () => {
  const values = {
    text: 'a "quoted", text\nof two lines',
    space: ' x',
    number: -1.5,
    formula: '=1+1',
    list: [1, 'a'],
    yes: true,
    nil: null,
    id: 7,
  };

  it('has a column for each property, with quotes and apostrophes where they are needed', async () => {
    const hub = await openHub([
      { ...aFeature('a', { properties: values }), geometry: aPoint(8.5, 50) },
      '{"id":"b","geometry":null,"properties":{"number":12345678901234567890,"@ns:com:here:xyz":{"tags":["t","u"]}}}',
    ]);
    const rows = rowsOf(await hub.run(csv));
    expect(rows[0]).toBe(
      'id,text,space,number,formula,list,yes,nil,properties.id,other,tags,createdAt,updatedAt,version,WKT',
    );
    const cells = `"a ""quoted"", text\nof two lines"," x",-1.5,'=1+1,"[1,""a""]",true,,7,"{""nil"":null}",`;
    expect(rows[1]).toMatch(new RegExp(`^a,${escaped(cells)},\\d+,\\d+,1,POINT \\(8.5 50\\)$`));
    expect(rows[2]).toMatch(/^b,,,12345678901234567890,,,,,,,"t,u",\d+,\d+,1,$/);
    const kept = await hub.run({ format: { kind: 'csv', formulas: 'kept', geometry: 'coordinates' } });
    expect(kept).toContain(',=1+1,');
    expect(rowsOf(kept)[0]).toMatch(/,version,longitude,latitude$/);
    expect(rowsOf(kept)[1]).toMatch(/,1,8.5,50$/);
    expect(rowsOf(kept)[2]).toMatch(/,1,,$/);
  });

  it('keeps properties that came or went meanwhile, and more than are counted', async () => {
    const hub = await openHub([aFeature('a', { properties: { a: 1 } })], (features) => ({
      query: async function* (id, query) {
        await features.write(id, aBatch([writing(aFeature('b', { properties: { b: 2 } }))]));
        const chunks = features.query(id, query);
        for await (const chunk of chunks) {
          yield chunk;
        }
      },
    }));
    expect((await hub.run(csv)).replaceAll(/\d{5,}/g, 'now')).toBe(
      'id,a,b,other,tags,createdAt,updatedAt,version,WKT\r\n' +
        'a,1,,,,now,now,1,POINT (8 50)\r\nb,,2,,,now,now,2,POINT (8 50)\r\n',
    );
    const named = await openHub([aFeature('a', { properties: { other: 1 } })]);
    expect(rowsOf(await named.run(csv))[0]).toMatch(/^id,properties.other,tags,/);
    const many = Object.fromEntries(several(257, (number) => [`p${number}`, number]));
    const wide = await openHub([aFeature('a', { properties: many })]);
    const [header = '', row = ''] = rowsOf(await wide.run(csv));
    expect(header.split(',')[257]).toBe('other');
    expect(row).toContain('"{""p256"":256}"');
  });
});

const escaped = (text: string): string => text.replaceAll(/[[\]()+*?.^$|\\]/g, '\\$&');
