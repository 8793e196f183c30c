import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Recorder } from './recorder.js';

const run = promisify(execFile);

/** What a call of a client came to. */
export interface Outcome {
  readonly call: string;
  /** Whether the client showed what it should. */
  readonly fine: boolean;
  readonly seen: unknown;
}

interface Installation {
  /** The folder of the package. */
  readonly package: string;
  /** Holds the settings of the client, and the files that it uploads. */
  readonly home: string;
}

interface Options extends Installation {
  readonly recorder: Recorder;
  readonly token: string;
}

const country = (id: string, coordinates: readonly [number, number], properties: object): object => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates },
  properties,
});
const countries = [
  country('DEU', [10, 51], { name: 'Germany', capacity: 9 }),
  country('FRA', [2, 46], { name: 'France', capacity: 5 }),
  country('ITA', [12, 42], { name: 'Italy', capacity: 4 }),
];
const files = {
  'countries.geojson': JSON.stringify({ type: 'FeatureCollection', features: countries }),
  'countries.geojsonl': countries.map((feature) => `${JSON.stringify(feature)}\n`).join(''),
  'huts.csv': 'id,name,lon,lat\n1,Upper hut,11.05,47.42\n2,Lower hut,11.12,47.4\n',
};

/** Commands that need no other service than the hub, and what each prints. `ID` is the space that the first one makes. */
const commands: readonly (readonly [command: string, prints: RegExp])[] = [
  ['create -t Countries -d drawn', /created successfully/],
  ['list', /Countries/],
  ['upload ID -f countries.geojson -o -i name -t eu,big', /Total 3 features/],
  ['upload ID -f countries.geojsonl -o -t lines', /Total 3 features/],
  ['upload ID -f countries.geojson -o -s -t streamed', /feature count :3/],
  ['upload ID -f huts.csv -t huts -p name', /Total 2 features/],
  ['show ID -l 5', /DEU/],
  ['show ID -r', /FeatureCollection/],
  ['show ID -s p.name=France', /FRA/],
  ['show ID -s p.capacity>=5+p.name=Germany,Italy', /DEU/],
  ['show ID -p p.name,p.capacity', /Germany/],
  ['show ID -t streamed,none', /ITA/],
  ['show ID -l 2 -o 0', /Next Handle/],
  ['describe ID -l 3', /Total [4-9] features/],
  ['analyze ID -l 3', /./], // asks at a terminal which properties, once it has read the features
  ['config ID -r', /title/],
  ['config ID --stats', /Feature Count/],
  ['config ID -t Lands -d redrawn -c Survey --shared true', /updated successfully/],
  ['hexbin ID -c 50000', /hexbin/i],
  ['virtualize -t Both -g ID', /Resource Not found/],
  ['clear ID -i DEU,none --force', /cleared/],
  ['clear ID -t huts,none --force', /cleared/],
  ['show ID -l 6', /ITA/],
  ['clear ID --force', /cleared/],
  ['show ID -l 7', /^(?![\s\S]*ITA)/],
  ['delete ID --force', /deleted successfully/],
];

/** Runs the commands of here-cli, one behind the other. */
export async function runHereCli({ recorder, token, ...client }: Options): Promise<readonly Outcome[]> {
  await signIn(client, token);
  for (const [name, text] of Object.entries(files)) await writeFile(join(client.home, name), text);
  const outcomes: Outcome[] = [];
  let space = '';
  for (const [call, prints] of commands) {
    recorder.use(`here-cli ${call}`);
    const words = call.split(' ').map((word) => (word === 'ID' ? space : word));
    const seen = await outputOf(client, words);
    if (space === '') [, space = ''] = /xyzspace '(.*)' created/.exec(seen) ?? [];
    outcomes.push({ call, fine: prints.test(seen), seen: seen.trim().slice(0, 2_000) });
  }
  return outcomes;
}

/** The client keeps its token encrypted in a file; its command that writes it asks a service that is gone. */
async function signIn(client: Installation, token: string): Promise<void> {
  const script = `const { encryptAndStore } = require(process.argv[1]);
    require('user-settings').file('.herecli').set('ProBetaLicense', 'true');
    encryptAndStore('keyInfo', process.argv[2]).then(() => encryptAndStore('roKeyInfo', process.argv[2]));`;
  const common = join(client.package, 'bin/common.js');
  await run(process.execPath, ['-e', script, common, token], {
    cwd: client.package,
    env: { ...process.env, HOME: client.home },
  });
}

async function outputOf({ package: folder, home }: Installation, words: readonly string[]): Promise<string> {
  const running = run(process.execPath, [join(folder, 'bin/here-xyz.js'), ...words], {
    cwd: home,
    env: { ...process.env, HOME: home },
    timeout: 60_000,
  });
  running.child.stdin?.end(); // It asks for what it misses.
  return await running.then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: unknown) => String(error),
  );
}
