import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { shownAs } from './examples.mjs';
import { workspace } from './libraries.mjs';
import { compilerOf, openProject } from './outside.mjs';
import { runtime } from './runtimes.mjs';
import { succeed } from './run.mjs';

const TIMEOUT_MS = 120_000;
const libraries = [
  'kernel',
  'image-structure',
  'geometry',
  'map-style',
  'images',
  'spaces',
  'photo-places',
  'maps',
  'webhooks',
  'access',
  'adapter-memory',
].map((name) => `@cairn/${name}`);

/**
 * Maximum bytes of the bundles that include the geometry library (144 kB, of which clipper2-ts has 48 and pbf 8), or
 * that of the structure of images (53 kB).
 */
const larger = new Map([
  ['@cairn/access', 48_000], // with base maps of accounts and upload tokens
  ['@cairn/image-structure', 122_000], // with the followers of coded pixels, and a parser of XML for XMP
  ['@cairn/images', 214_000], // with that, photos by day, look-alikes and edits
  ['@cairn/geometry', 150_000],
  ['@cairn/map-style', 123_000], // of which zod, for the schemas of the model, has 88 kB
  ['@cairn/photo-places', 46_000],
  ['@cairn/maps', 262_000], // with that, the reading of spaces and public maps
  ['@cairn/spaces', 240_000],
  ['@cairn/adapter-memory', 288_000],
]);

/** Loaded when it is first needed, apart from the bundle; it has a build for every platform. */
const loadedLate = ['h3-js'];

/** Globals that are used here and exist in every browser and edge runtime. */
const edge = { TextDecoder, TextEncoder };

/** What the image catalog, spaces and keys do. */
const clubFacts = {
  wellFormedKey: true,
  scopes: 6,
  image: {
    id: '0000000000000000000005',
    createdAt: 1_000_000_000_000,
    address: 'club/summit.png',
    tags: ['summit'],
  },
  format: ['image/png', 1, 1],
  sameBytes: true,
  third: 'quota-exceeded',
  quota: { imageCount: 2, quota: 2 },
  spaces: ['Trails'],
};

/** What the map of the embedding example does. */
const mapFacts = {
  wrong: "Feature 0 ('wrong'): `/geometry/coordinates` has latitude 91, which is not between -90 and 90.",
  imported: [1, 1, 'complete'],
  count: 4,
  inBox: ['east', 'loaded'],
  along: ['west'],
  near: [
    ['west', 10_649],
    ['east', 10_649],
    ['loaded', 21_297],
  ],
  columns: 'id,beds,tags,createdAt,updatedAt,version,longitude,latitude',
};

/** What a reader gets of a map of layers. */
const layerFacts = {
  found: [
    {
      type: 'Feature',
      id: 'oak',
      geometry: { type: 'Point', coordinates: [8.5, 47.25] },
      properties: { name: 'OAK', height: 30 },
    },
  ],
  count: 1,
  forbidden: 'invalid-input',
  popup: { title: 'OAK', fields: [{ name: 'Height in m', value: '30' }] },
};

const programs = [
  ['photo-club', 'photoClub', clubFacts],
  ['trails', 'trails', mapFacts],
  ['tree-map', 'treeMap', layerFacts],
];

const otherRuntimes = ['the oldest Node', 'Bun', 'Deno'];

let project;
let runtimes;

beforeAll(async () => {
  project = await openProject([...libraries, '@noble/hashes']);
  for (const name of ['photo-club.ts', 'trails.ts', 'tree-map.ts']) project.take(name);
  project.take('trail-map.ts', 'apps/examples/src/domain');
  const fetched = otherRuntimes.map(async (name) => [name, await runtime(name)]);
  await project.compile(); // no ambient types: neither Node nor DOM
  runtimes = new Map(await Promise.all(fetched));
}, TIMEOUT_MS);

afterAll(() => project?.dispose());

async function bundle(code, options = {}) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: project.folder },
    bundle: true,
    platform: 'neutral',
    mainFields: ['module', 'main'], // which neutral leaves out, and every bundler of the web knows
    format: 'iife',
    external: loadedLate,
    globalName: 'cairn',
    write: false,
    logLevel: 'silent',
    ...options,
  });
  return outputFiles[0].text;
}

describe('the domain libraries and the memory adapters, outside the workspace', () => {
  it('are installed by npm as files of their own, not as links into the workspace', () => {
    const installed = project.installed();
    const packages = [
      '@noble/hashes',
      'clipper2-ts',
      'h3-js',
      'image-size',
      'pbf',
      'protocol-buffers-schema',
      'resolve-protobuf-schema',
      'robust-predicates',
      'saxes',
      'simple-statistics',
      'xmlchars',
      'zod',
    ];
    const named = [...libraries, ...packages].map((name) => `node_modules/${name}`);
    expect(Object.keys(installed).toSorted()).toEqual(named.toSorted());
    expect(Object.values(installed).filter(({ link }) => link)).toEqual([]);
  });

  describe.each(['Node', ...otherRuntimes])('on %s', (name) => {
    it.each(programs)(
      'run %s, with a clock and identifiers of the consumer',
      async (file, exported, facts) => {
        project.write(
          `${exported}.mjs`,
          `import { ${exported} } from './out/${file}.js';\nconsole.log(JSON.stringify(await ${exported}()));`,
        );
        expect(JSON.parse(await project.print(`${exported}.mjs`, runtimes.get(name)))).toEqual(facts);
      },
      TIMEOUT_MS,
    );
  });

  it.each(['Node', 'the oldest Node'])('are required by CommonJS on %s', async (name) => {
    project.write(
      'photo-club.cjs',
      "require('./out/photo-club.js').photoClub().then((facts) => console.log(JSON.stringify(facts)));",
    );
    expect(JSON.parse(await project.print('photo-club.cjs', runtimes.get(name)))).toEqual(clubFacts);
  });

  it.each(programs)(
    'run %s as a bundle where there is neither Node nor a browser',
    async (file, name, facts) => {
      const context = createContext({ ...edge });
      expect(runInContext('typeof process + typeof require + typeof fetch + typeof crypto', context)).toBe(
        'undefined'.repeat(4),
      );
      runInContext(await bundle(`export * from './out/${file}.js'`), context);
      const seen = await runInContext(`cairn.${name}().then((facts) => JSON.stringify(facts))`, context);
      expect(JSON.parse(seen)).toEqual(facts);
    },
  );

  it.each(libraries)('%s alone is a small bundle', async (name) => {
    const most = larger.get(name) ?? 40_000;
    const text = await bundle(`export * from '${name}'`, { minify: true });
    expect(text.length).toBeLessThan(most);
  });

  it('would be found out if they called for Node', async () => {
    await expect(bundle("export * from '@cairn/images'; export { hash } from 'node:crypto'")).rejects.toThrow(
      'Could not resolve "node:crypto"',
    );
    const context = createContext({ ...edge });
    runInContext(await bundle('export const pid = async () => process.pid'), context);
    await expect(runInContext('cairn.pid()', context)).rejects.toThrow('process is not defined');
  });
});

describe('the domain libraries in a package of CommonJS', () => {
  const inCommonJs = (path, text) => project.write(`commonjs/${path}`, text);
  const plain =
    "import { UploadImage } from '@cairn/images';\nexport const name: string = UploadImage.name;\n";

  beforeAll(() => inCommonJs('package.json', JSON.stringify({ type: 'commonjs' })));

  /** Compiles one file as a package of CommonJS does. @throws with the compiler's messages. */
  async function compile(name, text, module) {
    const options = { strict: true, noEmit: true, module, target: 'es2022', lib: ['es2022'], types: [] };
    inCommonJs(name, text);
    inCommonJs('tsconfig.json', JSON.stringify({ compilerOptions: options, files: [name] }));
    const folder = join(project.folder, 'commonjs');
    await succeed([compilerOf(7), '--project', folder]);
  }

  it('are imported by TypeScript with the module setting node20', () => compile('plain.ts', plain, 'node20'));

  it('are imported by TypeScript with node16 as docs/embedding.md shows, and not as usual', async () => {
    await compile('find-file.ts', shownAs('find-file.ts').code, 'node16');
    await expect(compile('plain.ts', plain, 'node16')).rejects.toThrow('TS1479');
  });

  it.each(['Node', 'the oldest Node'])(
    'are tested by Jest on %s as docs/embedding.md shows',
    async (name) => {
      inCommonJs('trails.test.js', shownAs('trails.test.js').code);
      const { program = process.execPath } = runtimes.get(name) ?? {};
      const jest = [join(workspace, 'node_modules/jest/bin/jest.js'), '--rootDir', '.', '--ci', '--json'];
      const output = await succeed(['--experimental-vm-modules', ...jest], {
        ...project.options,
        cwd: join(project.folder, 'commonjs'),
        program,
      });
      expect(JSON.parse(output)).toMatchObject({ numPassedTests: 1, numFailedTests: 0 });
    },
  );
});
