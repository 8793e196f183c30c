import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// Older versions of Node read this file: nothing in it may be newer than Node 16.

const FLOOR = [22, 14];
/** Of Node's interface to native code: better-sqlite3 uses it, and crashes where it is not there. */
const NODE_API = 10;
const DOWNLOAD = 'about 50 MB';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_CHECK_MS = 500;
/** Set for a program that a launcher of an older Node started: its process. */
const LAUNCHER = 'CAIRN_LAUNCHER';

const wanted = fileURLToPath(new URL('dev/node/', import.meta.url));
const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));

/** Variables that npm sets for its scripts. A nested npm would take them for its own settings. Nx forces colours. */
const npmVariables =
  /^(npm_(package|lifecycle)_|npm_config_(local_prefix|workspace)|(npm_command|INIT_CWD|FORCE_COLOR)$)/i;

/** The environment for an npm of its own. */
export function npmEnvironment(extra = {}) {
  const own = Object.entries(process.env).filter(([name]) => !npmVariables.test(name));
  return { ...Object.fromEntries(own), ...extra };
}

/** The file behind `npm` on the path. */
function npmOnPath() {
  const { PATH = '' } = process.env;
  const found = PATH.split(delimiter).map((folder) => join(folder, 'npm'));
  return found.filter((path) => existsSync(path)).map((path) => realpathSync(path));
}

/** The npm that runs this, the one that came with Node, or one on the path; nothing where there is none. */
export function findNpm() {
  const { npm_execpath: running = '' } = process.env;
  const beside = ['../lib/node_modules/npm/bin/npm-cli.js', 'node_modules/npm/bin/npm-cli.js'];
  const candidates = beside.map((path) => resolve(dirname(process.execPath), path));
  return [running, ...candidates, ...npmOnPath()].find(
    (path) => path.endsWith('npm-cli.js') && existsSync(path),
  );
}

function fits() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isNewEnough = major > FLOOR[0] || (major === FLOOR[0] && minor >= FLOOR[1]);
  return isNewEnough && Number(process.versions.napi) >= NODE_API;
}

class NotFetched extends Error {}

/** The program in a folder where npm has installed the package for this platform. */
function programIn(folder) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(wanted, 'package.json'), 'utf8'));
  return Object.keys(optionalDependencies)
    .map((name) =>
      join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
    )
    .find((path) => existsSync(path));
}

function isForThisPlatform() {
  const { packages } = JSON.parse(readFileSync(join(wanted, 'package-lock.json'), 'utf8'));
  return Object.values(packages).some(
    ({ os, cpu }) => `${os} ${cpu}` === `${process.platform} ${process.arch}`,
  );
}

const runs = (program) => spawnSync(program, ['--version']).status === 0;

/** Has npm install what the lock file pins, with its integrity, beside `folder`, and moves it there when it is whole. */
function fetchInto(folder) {
  const npm = findNpm();
  if (npm === undefined) throw new NotFetched('npm is not where Node is');
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(join(cache, 'node-'));
  try {
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(wanted, name), join(made, name));
    const args = ['ci', '--prefix', made, '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1'];
    const { status, stderr } = spawnSync(process.execPath, [npm, ...args], {
      cwd: made,
      env: npmEnvironment(),
      encoding: 'utf8',
    });
    const [, reason = 'npm could not install it'] =
      /^npm (?:error|ERR!) (?!code|errno|syscall)(.+)$/m.exec(stderr) || [];
    if (status !== 0) throw new NotFetched(reason);
    const program = programIn(made);
    if (program === undefined && isForThisPlatform()) throw new NotFetched('npm did not get it'); // without a failure
    if (program === undefined || !runs(program)) throw new NotFetched('there is none for this platform');
    if (!existsSync(folder)) renameSync(made, folder);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** A Node that fits, from npm's packages: fetched once. */
function fetchedNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(wanted, 'package.json'), 'utf8'));
  const folder = join(cache, `node-${Object.values(optionalDependencies).join('-')}`);
  if (programIn(folder) === undefined) {
    console.error(
      `Cairn needs Node.js ${FLOOR.join('.')} or newer, and this is ${process.version}: fetching a newer one (${DOWNLOAD}), once.`,
    );
    fetchInto(folder);
  }
  return programIn(folder);
}

/** Runs the same script with another Node, passes signals on, and ends as that does. */
function continueWith(program) {
  const { PATH = '' } = process.env;
  const child = spawn(program, process.argv.slice(1), {
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: dirname(program) + delimiter + PATH,
      npm_execpath: findNpm(),
      [LAUNCHER]: String(process.pid),
    },
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code === null ? 128 + constants.signals[signal] : code));
}

/** Ends this process, as SIGTERM would, when its launcher was killed without a chance to pass that on. */
function endWithLauncher() {
  const launcher = Number(process.env[LAUNCHER]);
  delete process.env[LAUNCHER];
  if (launcher !== process.ppid) return;
  setInterval(() => {
    if (process.ppid !== launcher) process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS).unref();
}

/**
 * Calls `main` if this Node is new enough. Otherwise runs the same script again with one that is, which npm fetches the
 * first time; ends with one sentence where that cannot be.
 */
export function withFittingNode(main) {
  if (fits()) {
    endWithLauncher();
    return main();
  }
  try {
    continueWith(fetchedNode());
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error;
    console.error(
      `Cairn needs Node.js ${FLOOR.join('.')} or newer, this is ${process.version}, and a newer one could not be fetched (${error.message}): install it from https://nodejs.org, or run this once with a network.`,
    );
    process.exitCode = 1;
  }
}
