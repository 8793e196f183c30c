import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImageDetails, ImagePage } from '@cairn/api-schema';
import type { ServerProcess } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cairn, type CommandResult } from '../support/cairn-command.js';
import { photo, writeAll } from '../support/photos.js';
import { start } from '../support/started-servers.js';

interface Line {
  readonly file?: string;
  readonly outcome?: string;
  readonly reason?: string;
  readonly summary?: Readonly<Record<string, unknown>>;
}

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-photos-'));
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-moving-'));
});
afterEach(async () => {
  for (const path of [folder, dataDir]) await rm(path, { recursive: true });
});

const takeout = {
  title: 'lake.gif',
  photoTakenTime: { timestamp: '1751414400' },
  geoData: { latitude: 46.5, longitude: 8.25, altitude: 0 },
  people: [{ name: 'Ada' }],
};
const xmp = `<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
 <rdf:Description rdf:about='' xmlns:digiKam='http://www.digikam.org/ns/1.0/'>
  <digiKam:TagsList><rdf:Seq><rdf:li>places/Alps</rdf:li></rdf:Seq></digiKam:TagsList>
 </rdf:Description></rdf:RDF></x:xmpmeta>`;
const feature = (id: string): string =>
  JSON.stringify({ type: 'Feature', id, geometry: { type: 'Point', coordinates: [8, 47] }, properties: {} });

const files = {
  'top.gif': photo(1),
  'Été & mer/lake.gif': photo(2),
  'Été & mer/lake.gif.supplemental-metadata.json': JSON.stringify(takeout),
  'Été & mer/zz.gif': photo(2),
  'alps/peak.gif': photo(3),
  'alps/peak.gif.xmp': xmp,
  'alps/broken.png': fixtures.png.bytes.slice(0, 40),
  'alps/notes.txt': 'none',
  '.hidden/no.gif': photo(9),
  'huts.ndjson': `${feature('a')}\n${feature('b')}\n`,
};

/** A folder is imported twice, which starts four processes each. */
describe.each(['the stores', 'a server'])('an import into %s', (where) => {
  let server: ServerProcess;

  async function imported(...options: string[]): Promise<CommandResult> {
    const through = where === 'the stores' ? [] : ['--url', server.address];
    if (where === 'the stores') await server.end('SIGTERM');
    const env = { CAIRN_DATA_DIR: dataDir, CAIRN_KEY: server.key };
    const result = await cairn(['import', folder, '--json', ...through, ...options], env);
    if (where === 'the stores') server = await start({ dataDir, key: server.key });
    return result;
  }

  const summaryOf = (result: CommandResult) => result.records<Line>().at(-1)?.summary;

  it('stores each file once, with what lies beside it', async () => {
    server = await start({ dataDir });
    await writeAll(folder, files);
    const dry = await imported('--dry-run');
    expect(summaryOf(dry)).toMatchObject({ end: 'dry-run', added: 5, there: 1, ignored: 2 });
    const first = await imported('--path', 'in', '--tags', 'moved', '--folders-as-tags');
    expect(first).toMatchObject({ code: 1, err: '' });
    expect(first.records<Line>().filter(({ outcome }) => outcome === 'refused')).toEqual([
      { file: 'alps/broken.png', outcome: 'refused', reason: expect.any(String) },
    ]);
    const counts = { end: 'incomplete', refused: 1, ignored: 2 };
    expect(summaryOf(first)).toMatchObject({ ...counts, added: 4, there: 1, spaces: 1, features: 2 });
    const { images } = await server.json<ImagePage>('GET', '/api/images?sort=name&include=file');
    expect(images.map(({ path, tags, file }) => [path, file?.name, tags])).toEqual([
      ['in/Été & mer', 'lake.gif', ['Ada', 'moved', 'in', 'Été & mer']],
      ['in/alps', 'peak.gif', ['Alps', 'moved', 'in', 'alps']],
      ['in', 'top.gif', ['moved', 'in']],
    ]);
    if (where === 'the stores') {
      const lake = `/api/images/${images[0]?.id}?include=metadata`;
      const { metadata } = await server.json<ImageDetails>('GET', lake);
      expect(metadata?.position).toEqual({ longitude: 8.25, latitude: 46.5 });
    }
    const again = await imported('--path', 'in', '--tags', 'moved', '--folders-as-tags');
    expect(summaryOf(again)).toMatchObject({ ...counts, added: 0, there: 5, spaces: 0 });
  });
});
