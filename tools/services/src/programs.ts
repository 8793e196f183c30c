import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const DEBIAN_POSTGRES = '/usr/lib/postgresql';
const SERVERS = new URL('../servers.txt', import.meta.url);
const CLIENTS = new URL('../clients.txt', import.meta.url);

/**
 * The path of a program of `product`: in the version that servers.txt names, on the path, or in Debian's newest
 * PostgreSQL.
 * @throws {Error} when it is not installed, with the command that installs it.
 */
export function programOf(name: string, product: string): string {
  const { PATH = '' } = process.env;
  const folders = [...serverFolders(), ...PATH.split(delimiter), ...postgresFolders()];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(`${product} is not installed: \`bash tools/services/install.sh\` does that.`);
}

/**
 * The folder of a package of npm that clients.txt names, with its plugins in `node_modules` and their `package.json`.
 * @throws {Error} when it is not installed, with the command that installs it.
 */
export function clientFolder(name: string): string {
  const pins = readFileSync(CLIENTS, 'utf8').matchAll(/^([^\s#@]+)@(\S+)/gm);
  const folders = Array.from(pins, ([, client, version]) => [client, `${client}-${version}`] as const);
  const folder = join(installed(), new Map(folders).get(name) ?? '');
  if (existsSync(join(folder, 'package.json'))) return folder;
  throw new Error(`${name} is not installed: \`bash tools/services/install.sh\` does that.`);
}

/** Where install.sh puts the versions that are tested. */
function installed(): string {
  const { XDG_CACHE_HOME, CAIRN_TEST_SERVERS } = process.env;
  return CAIRN_TEST_SERVERS || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'cairn-test-servers');
}

/** The folders of the packages of Python that servers.txt names. */
export function pythonFolders(): readonly string[] {
  const pins = readFileSync(SERVERS, 'utf8').matchAll(/^([^\s#=]+)==(\S+)/gm);
  return Array.from(pins, ([, name, version]) => join(installed(), `${name}-${version}`));
}

const serverFolders = (): readonly string[] => pythonFolders().map((folder) => join(folder, 'bin'));

function postgresFolders(): readonly string[] {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES).map(Number) : [];
  return versions
    .filter((version) => version > 0)
    .sort((left, right) => right - left)
    .map((version) => join(DEBIAN_POSTGRES, String(version), 'bin'));
}
