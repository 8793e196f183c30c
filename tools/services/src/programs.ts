import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/**
 * The path of a program of `product`: on the path, in Debian's newest PostgreSQL, or where Go installs programs.
 * @throws {Error} when it is not installed.
 */
export function programOf(name: string, product: string): string {
  const { PATH = '', GOBIN = join(homedir(), 'go', 'bin') } = process.env;
  const folders = [...PATH.split(delimiter), ...postgresFolders(), GOBIN];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${product} is not installed: run tools/services/install.sh.`);
  return found;
}

function postgresFolders(): readonly string[] {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES).map(Number) : [];
  return versions
    .filter((version) => version > 0)
    .sort((left, right) => right - left)
    .map((version) => join(DEBIAN_POSTGRES, String(version), 'bin'));
}
