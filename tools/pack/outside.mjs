import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { closureOf, readJson, workspace } from './libraries.mjs';
import { pack } from './pack.mjs';
import { npm, node, succeed } from './run.mjs';

const lock = readJson(join(workspace, 'package-lock.json'));

/** How somebody else's compiler may be set up: nothing of this workspace's, and no declaration file left unread. */
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022'],
  skipLibCheck: false,
  rootDir: '.',
  outDir: 'out',
};

/**
 * A lock file that knows the workspace's third-party packages: npm then takes the very versions that are installed
 * here, out of its cache, and leaves out all that the packages do not ask for.
 */
function lockFor(manifest) {
  const thirdParty = Object.entries(lock.packages).filter(
    ([path, entry]) => path.startsWith('node_modules/') && !entry.link,
  );
  const packages = { '': manifest, ...Object.fromEntries(thirdParty) };
  return { name: manifest.name, lockfileVersion: 3, requires: true, packages };
}

/** SQLite's addon as it was built for the workspace: building it again takes a minute, and is no matter of packaging. */
function lendAddon(folder) {
  const addon = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node';
  cpSync(join(workspace, addon), join(folder, addon));
}

/** A project in the system's folder for temporary files that knows Cairn from its packages alone. */
class OutsideProject {
  constructor(home) {
    this.home = home;
    this.folder = join(home, 'project');
    this.packages = join(home, 'packages');
    const temporary = join(home, 'temporary');
    this.options = { cwd: this.folder, env: { TMPDIR: temporary, TEMP: temporary } };
    for (const folder of [this.packages, temporary]) mkdirSync(folder);
  }

  write(path, text) {
    const target = join(this.folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }

  /** What npm installed, by where it lies, as its lock file says. */
  installed() {
    const { packages } = readJson(join(this.folder, 'package-lock.json'));
    delete packages[''];
    return packages;
  }

  /** Puts a file of `tools/pack/consumers` into the project. */
  take(name) {
    cpSync(join(import.meta.dirname, 'consumers', name), join(this.folder, name));
  }

  /** Compiles what was written into `out`; `types` are the ambient ones. @throws with what the compiler says. */
  async compile({ types = [] } = {}) {
    const options = { ...compilerOptions, types };
    this.write('tsconfig.json', JSON.stringify({ compilerOptions: options, exclude: ['out'] }));
    await succeed([join(workspace, 'node_modules/typescript/bin/tsc'), '--project', this.folder]);
  }

  /** Runs Node in the project, whatever comes of it. */
  run(...args) {
    return node(args, this.options);
  }

  /** What a script of the project prints. @throws unless it ends well. */
  print(script) {
    return succeed([script], this.options);
  }

  dispose() {
    rmSync(this.home, { recursive: true, force: true });
  }
}

async function install(project, names, others) {
  const packed = await pack(project.packages, closureOf(names));
  const manifest = {
    name: 'outside',
    private: true,
    type: 'module',
    dependencies: Object.fromEntries([
      ...packed.map(({ name, path }) => [name, `file:${path}`]),
      ...others.map((name) => [name, lock.packages[`node_modules/${name}`].version]),
    ]),
  };
  project.write('package.json', JSON.stringify(manifest));
  project.write('package-lock.json', JSON.stringify(lockFor(manifest)));
  await npm(['install', '--ignore-scripts', '--prefer-offline'], { cwd: project.folder });
  if ('node_modules/better-sqlite3' in project.installed()) lendAddon(project.folder);
}

/** An empty project with these of our packages, and what they need, and `others` of third parties installed by npm. */
export async function openProject(names, others = []) {
  const project = new OutsideProject(realpathSync(mkdtempSync(join(tmpdir(), 'cairn-outside-'))));
  try {
    await install(project, names, others);
    return project;
  } catch (error) {
    project.dispose();
    throw error;
  }
}
