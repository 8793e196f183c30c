import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Uses /dev/shm for the temporary files of this process's children, if Linux offers enough of it: on a disk the tests
 * take minutes longer. Those of the file adapter are on the disk, in `CAIRN_TEST_DISK`. An existing TMPDIR is kept.
 */
export function useMemory() {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < NEEDED_BYTES) return;
  const folder = mkdtempSync(join(MEMORY, 'cairn-tests-'));
  chmodSync(folder, 0o755); // PostgreSQL runs as another user
  process.env.CAIRN_TEST_DISK = tmpdir();
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
