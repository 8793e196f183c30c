import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { closureOf, libraries, readJson, workspace } from './libraries.mjs';
import { packages } from './pack.mjs';
import { npm, node, succeed } from './run.mjs';

const lock = readJson(join(workspace, 'package-lock.json'));

/** TypeScript by its major version. The newer one takes a tenth of the time. */
const compilers = { 6: 'typescript', 7: 'typescript-7' };

/** What runs a compiler. */
export const compilerOf = (version) => join(workspace, 'node_modules', compilers[version], 'bin/tsc');

/** A consumer's compiler settings: nothing inherited from this workspace, and declaration files are checked. */
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022'],
  skipLibCheck: false,
  skipDefaultLibCheck: true,
  rootDir: '.',
  outDir: 'out',
};

/**
 * A lock file with our packages and the workspace's versions of third-party ones: npm then installs the same versions
 * from its cache, unpacks no tarball only to read its manifest, and leaves out what the packages do not need.
 */
function lockFor(manifest, ours) {
  const thirdParty = Object.entries(lock.packages).filter(
    ([path, entry]) => path.startsWith('node_modules/') && !entry.link,
  );
  const own = ours.map(
    ({ name, manifest: { version, dependencies, peerDependencies, peerDependenciesMeta } }) => [
      `node_modules/${name}`,
      {
        version,
        dependencies,
        peerDependencies,
        peerDependenciesMeta,
        resolved: manifest.dependencies[name],
      },
    ],
  );
  const all = Object.fromEntries([...thirdParty, ...own]);
  return { name: manifest.name, lockfileVersion: 3, requires: true, packages: { '': manifest, ...all } };
}

/** A project in a temporary folder that sees Cairn only as packages. */
class OutsideProject {
  constructor(home) {
    this.home = home;
    this.folder = join(home, 'project');
    const temporary = join(home, 'temporary');
    this.options = { cwd: this.folder, env: { TMPDIR: temporary, TEMP: temporary } };
    mkdirSync(temporary);
  }

  write(path, text) {
    const target = join(this.folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }

  /** The packages that npm has put in `node_modules`, by path. */
  installed() {
    return readJson(join(this.folder, 'node_modules/.package-lock.json')).packages;
  }

  /** How many packages npm has put there, and how many megabytes their files have. */
  installedSize() {
    const folder = join(this.folder, 'node_modules');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const sizes = files.map((file) => statSync(join(file.parentPath, file.name)).size);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return { packages: Object.keys(this.installed()).length, megabytes: Math.round(bytes / 1e6) };
  }

  /** Copies a file from a folder of the checkout into the project. */
  take(name, from = 'tools/pack/consumers') {
    cpSync(join(workspace, from, name), join(this.folder, name));
  }

  /** Compiles into `out`; `types` are the ambient ones. @throws with the compiler's messages. */
  async compile({ version = 7, types = [], lib = compilerOptions.lib, ...others } = {}) {
    const options = { ...compilerOptions, types, lib, ...others };
    this.write('tsconfig.json', JSON.stringify({ compilerOptions: options, exclude: ['out'] }));
    await succeed([compilerOf(version), '--project', this.folder]);
  }

  /** Runs Node in the project. Never rejects. */
  run(...args) {
    return node(args, this.options);
  }

  /** The output of a script, on Node or on another runtime. @throws if it fails. */
  print(script, { program, args = [] } = {}) {
    return succeed([...args, script], { ...this.options, ...(program && { program }) });
  }

  dispose() {
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** The version of a package in the workspace; one that is installed under another name comes by its own. */
function versionOf(name) {
  const { name: real = name, version } = lock.packages[`node_modules/${name}`];
  return real === name ? version : `npm:${real}@${version}`;
}

async function install(project, names, others) {
  const ours = closureOf(names);
  const packed = await packages();
  const pathOf = (library) => packed.find(({ name }) => name === library.name).path;
  const manifest = {
    name: 'outside',
    private: true,
    type: 'module',
    dependencies: Object.fromEntries([
      ...ours.map((library) => [library.name, `file:${pathOf(library)}`]),
      ...others.map((name) => [name, versionOf(name)]),
    ]),
  };
  project.write('package.json', JSON.stringify(manifest));
  project.write('package-lock.json', JSON.stringify(lockFor(manifest, ours)));
  await npm(['install', '--ignore-scripts', '--prefer-offline'], { cwd: project.folder });
}

/** The packages of an application, by where it keeps its data. */
export const applications = {
  memory: ['@cairn/composition'],
  'SQLite and disk': ['@cairn/composition', '@cairn/adapter-typeorm', '@cairn/adapter-fs', 'sqlite-driver'],
  PostgreSQL: ['@cairn/composition', '@cairn/adapter-typeorm'],
  'what the server has': [
    '@cairn/composition',
    '@cairn/adapter-typeorm',
    '@cairn/adapter-formats',
    '@cairn/adapter-fs',
    '@cairn/adapter-hot',
    '@cairn/adapter-http',
    '@cairn/adapter-minio',
    '@cairn/adapter-sharp',
    'sqlite-driver',
  ],
};

const isOurs = (name) => libraries.some((library) => library.name === name);

/** A new project with these packages and their dependencies: ours as they are packed, others from the registry. */
export async function openProject(names) {
  const project = new OutsideProject(realpathSync(mkdtempSync(join(tmpdir(), 'cairn-outside-'))));
  try {
    await install(
      project,
      names.filter(isOurs),
      names.filter((name) => !isOurs(name)),
    );
    return project;
  } catch (error) {
    project.dispose();
    throw error;
  }
}
