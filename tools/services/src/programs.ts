import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** Finds a program on the path, in Debian's newest PostgreSQL, or where Go installs programs. */
export function findProgram(name: string): string | undefined {
  const { PATH = '', GOBIN = join(homedir(), 'go', 'bin') } = process.env;
  const folders = [...PATH.split(delimiter), ...postgresFolders(), GOBIN];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function postgresFolders(): readonly string[] {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES).map(Number) : [];
  return versions
    .filter((version) => version > 0)
    .sort((left, right) => right - left)
    .map((version) => join(DEBIAN_POSTGRES, String(version), 'bin'));
}
