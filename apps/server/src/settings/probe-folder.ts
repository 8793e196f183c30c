import { accessSync, constants, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** About the size of a new database. */
const PROBE_BYTES = 1024 * 1024;

/**
 * Checks that files can be stored in a folder, or in the parent where it would be created. Returns the error code, such
 * as `ENOSPC`, or `undefined` on success. Leaves no files behind.
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
    // The file does not exist if writing it failed, and the probe reports that error.
  }
}
