import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { filesIn } from '../files.mjs';

const LENGTH = 12;
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Changes with the name and the bytes of every file in a folder. */
export function versionOf(folder) {
  const lines = filesIn(folder).map(
    (path) => `${relative(folder, path).replaceAll('\\', '/')} ${sha256(readFileSync(path))}`,
  );
  return sha256(lines.sort().join('\n')).slice(0, LENGTH);
}
