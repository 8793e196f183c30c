import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { areInstalled, countingInstalled, serverFolders, wantedPackages } from './lock-file.mjs';
import { runNode, root, step, StepFailed } from './step.mjs';

const stamp = new URL('node_modules/.cairn-install', root);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

/** What the installed packages depend on: the lock file and the platform that native code was built for. */
function fingerprint() {
  const platform = [process.platform, process.arch, process.versions.modules].join(' ');
  return createHash('sha256').update(platform).update(read('package-lock.json')).digest('hex');
}

/** Loads the one package that is compiled on the spot: it may be missing, or built for another Node. */
function nativeFault() {
  try {
    const Database = createRequire(root)('better-sqlite3');
    new Database(':memory:').close();
    return undefined;
  } catch (error) {
    return error;
  }
}

const compilers = `SQLite (better-sqlite3) is compiled during the installation where no ready build can be downloaded. That needs:
  Debian, Ubuntu   apt-get install python3 make g++
  macOS            xcode-select --install
  Windows          the Visual Studio Build Tools with "Desktop development with C++", and Python 3
Then run the same command again.`;

/** The npm that runs this, or the one that came with Node. */
export function npmScript() {
  const { npm_execpath: running = '' } = process.env;
  const beside = ['../lib/node_modules/npm/bin/npm-cli.js', 'node_modules/npm/bin/npm-cli.js'];
  const candidates = beside.map((path) => resolve(dirname(process.execPath), path));
  const found = [running, ...candidates].find((path) => path.endsWith('npm-cli.js') && existsSync(path));
  if (found === undefined) throw new StepFailed('npm is not where Node is. Run "npm ci", then this again.');
  return found;
}

async function npm(args, help) {
  const env = { SCARF_ANALYTICS: 'false', JOBS: process.env.JOBS ?? 'max' };
  const { code, output } = await runNode([npmScript(), ...args, '--no-audit', '--no-fund'], { env });
  if (code !== 0) throw new StepFailed(`${output}\n${help}`);
}

async function compileSqlite() {
  await npm(['rebuild', 'better-sqlite3'], `npm could not build SQLite.\n\n${compilers}`);
  const fault = nativeFault();
  if (fault !== undefined) throw new StepFailed(`${fault.message}\n\n${compilers}`);
}

/** `npm ci` begins anew; `npm install` adds to what is there, so that SQLite need not be built again. */
function argumentsFor(what) {
  if (what === 'server') {
    const workspaces = serverFolders.map((folder) => `--workspace=${folder}`);
    return ['ci', '--omit=dev', ...workspaces, '--include-workspace-root'];
  }
  const isThere = existsSync(new URL('node_modules/.package-lock.json', root));
  return isThere ? ['install', '--no-save', '--include=dev'] : ['ci', '--include=dev'];
}

function stampOf(what) {
  return `${what} ${fingerprint()}`;
}

/** Whether this was installed and built before; `server` is part of `everything`. */
function isStamped(what) {
  if (!existsSync(stamp)) return false;
  return [stampOf('everything'), stampOf(what)].includes(readFileSync(stamp, 'utf8'));
}

/**
 * Brings `node_modules` to what the lock file says, if it is not, but builds nothing: `everything`, or only what the
 * `server` needs to be built and run. @throws {StepFailed} with what helps.
 */
export async function installPackages(what) {
  if (isStamped(what)) return;
  const wanted = wantedPackages(what);
  if (areInstalled(wanted)) return;
  const args = [...argumentsFor(what), '--ignore-scripts'];
  const work = () => npm(args, 'npm could not install the packages.');
  await step('Installing packages', work, countingInstalled(wanted));
}

/** Builds SQLite for this Node, if it is not. @throws {StepFailed} with what helps. */
export async function buildSqlite(what) {
  if (isStamped(what)) return;
  if (nativeFault() !== undefined) await step('Building SQLite, for up to two minutes', compileSqlite);
  writeFileSync(stamp, stampOf(what));
}
