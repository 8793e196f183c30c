import { accessSync, constants, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A start needs about as much for a new database. */
const PROBE_BYTES = 1024 * 1024;

/**
 * The error code that says why nothing can be kept in a folder, or where it would be made, such as `ENOSPC`;
 * `undefined` when something can. Nothing is left behind.
 */
export function probeFolder(folder: string): string | undefined {
  if (!existsSync(folder) && dirname(folder) !== folder) return probeFolder(dirname(folder));
  const file = join(folder, `.probe-${process.pid}`);
  try {
    writeFileSync(file, Buffer.alloc(PROBE_BYTES), { flag: 'wx' });
    for (const name of readdirSync(folder)) accessSync(join(folder, name), constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return codeOf(error);
  } finally {
    remove(file);
  }
}

function codeOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Where it could not be written it is not there, and that is what the probe tells.
  }
}
