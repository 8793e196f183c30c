import { existsSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { replace } from './replace.mjs';
import { root } from './step.mjs';

const checkout = fileURLToPath(root);
const server = join(checkout, 'apps/server');
const dist = join(server, 'dist');
/** The programs of the server's folder, by their names, with their sources: `cairn` is the command. */
const served = {
  prefix: 'bundled-',
  stamp: join(dist, '.cairn-bundle'),
  sources: { main: 'apps/server/src/main.ts', cairn: 'apps/cli/src/main.ts' },
};
/** The hosts of the server's tests, with the same libraries, which packages are found for from the same folder. */
const tested = {
  prefix: 'tested-',
  stamp: join(dist, '.cairn-tested'),
  sources: {
    host: 'apps/server-e2e/src/host/mounted-host.ts',
    shared: 'apps/server-e2e/src/host/shared-host.ts',
  },
};

/** Packages of hundreds of small modules, of which each costs a start time. All others are left to be imported. */
const BUNDLED = /^(@cairn|@inversifyjs|@nestjs|inversify|iterare|rxjs|tslib|typeorm|uid|zod)(\/|$)/;
/** Parts of NestJS and what it would use if somebody had installed it. */
const OPTIONAL = /^@nestjs\/(microservices|websockets)/;

/** Whether a program gets a copy of what is imported by this name. */
export const isBundled = (name) => BUNDLED.test(name) && !OPTIONAL.test(name);

/** For packages of CommonJS that are bundled. */
export const requireBanner = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`;

/** The file of a program. */
export const programOf = (name) => join(dist, `${served.prefix}${name}.js`);

const programsOf = ({ prefix, sources }) =>
  Object.keys(sources).map((name) => join(dist, `${prefix}${name}.js`));

/** The files of all of them. */
export const serverPrograms = programsOf(served);

/** By its path in the checkout: a copy of that, bundles and all, must not watch the files of the other one. */
const versionOf = (path) => {
  const { size, mtimeMs } = statSync(join(checkout, path));
  return `${path} ${size} ${mtimeMs}`;
};

/** Whether all these bundles are there, and were made of the very files that are there, which the file `stamp` tells. */
export function areUpToDate(bundles, stamp) {
  if (![stamp, ...bundles].every(existsSync)) return false;
  const lines = readFileSync(stamp, 'utf8').split('\n');
  return lines.every((line) => {
    const path = line.split(' ').slice(0, -2).join(' ');
    return existsSync(join(checkout, path)) && versionOf(path) === line;
  });
}

/** Writes down what bundles were made of: paths in the checkout. */
export const stampWith = (stamp, inputs) => replace(stamp, inputs.map(versionOf).join('\n'));

/** The folder of the package that a file imports by this name. */
export function packageFolder(name, from) {
  const [scope, part] = name.split('/');
  const folder = name.startsWith('@') ? `${scope}/${part}` : scope;
  const places = createRequire(from).resolve.paths(name) ?? [];
  return places.map((place) => join(place, folder)).find(existsSync);
}

/** The version of the package that a file imports by this name; a built-in module has none. */
function packageVersion(name, from) {
  const folder = packageFolder(name, from);
  return folder && JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}

/** RxJS offers Node.js one module of everything, of which nothing can be left out. */
const rxjs = {
  name: 'rxjs',
  setup({ onResolve }) {
    onResolve({ filter: /^rxjs(\/operators)?$/ }, ({ path, importer }) => ({
      path: join(packageFolder('rxjs', importer), 'dist/esm', path.slice('rxjs'.length), 'index.js'),
      sideEffects: false,
    }));
  },
};

/** TypeORM loads what speaks to each of a dozen databases. This leaves out all but those of its folders that are named. */
export const typeormDrivers = (...used) => ({
  name: 'typeorm-drivers',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]typeorm[\\/]driver[\\/][\w-]+[\\/]\w+Driver\.js$/ }, ({ path }) =>
      ['sqlite-abstract', ...used].includes(basename(dirname(path))) ? undefined : { contents: '' },
    );
  },
});

/** A bundle finds packages from the server's folder: one that lies elsewhere for a library would be another version. */
const packages = {
  name: 'packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ kind, path, importer }) => {
      if (kind === 'entry-point' || isBundled(path)) return undefined;
      if (packageVersion(path, importer) !== packageVersion(path, join(dist, 'main.js')))
        return {
          errors: [{ text: `The server and ${relative(checkout, importer)} import different ${path}.` }],
        };
      return { path, external: true };
    });
  },
};

/**
 * Has decorated sources compiled by TypeScript, each by itself. NestJS finds what a class needs by the types of its
 * constructor's parameters, and esbuild does not write them down.
 */
export const decorated = {
  name: 'decorated',
  setup({ onLoad }) {
    onLoad(
      { filter: /[\\/](?:apps[\\/](?:server|examples)|libs[\\/]nest)[\\/]src[\\/].*\.ts$/ },
      async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (!/^ *@[A-Z]\w*\(/m.test(text)) return undefined;
        const { default: ts } = await import('typescript');
        const { options } = ts.getParsedCommandLineOfConfigFile(join(server, 'tsconfig.json'), {}, ts.sys);
        const inPlace = { ...options, declaration: false, declarationMap: false, sourceMap: false };
        const compilerOptions = { ...inPlace, module: ts.ModuleKind.ESNext };
        const { outputText } = ts.transpileModule(text, { fileName: path, compilerOptions });
        return { contents: outputText, loader: 'js' };
      },
    );
  },
};

async function bundlePrograms(programs) {
  const { prefix, stamp, sources } = programs;
  if (areUpToDate(programsOf(programs), stamp)) return;
  const metafile = await bundle({
    absWorkingDir: checkout,
    entryPoints: Object.entries(sources).map(([name, source]) => ({
      in: join(checkout, source),
      out: prefix + name,
    })),
    outdir: dist,
    prefix,
    conditions: ['@cairn/source'],
    banner: { js: requireBanner },
    plugins: [rxjs, typeormDrivers('better-sqlite3', 'postgres'), packages, decorated],
  });
  stampWith(stamp, [relative(checkout, fileURLToPath(import.meta.url)), ...Object.keys(metafile.inputs)]);
}

/**
 * Bundles the server with its libraries from their sources: that takes a second, where compiling all of them takes
 * twenty, and it starts in half the time. Does nothing if the bundles are up to date.
 */
export const bundleServer = async () => await bundlePrograms(served);

/** The same for the other hosts that the server's tests run against. */
export const bundleTestHosts = async () => await bundlePrograms(tested);
