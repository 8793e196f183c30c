import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file, unless it is so already: in one step, as someone may be reading it. */
export function replace(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  const made = `${path}.${randomBytes(4).toString('hex')}`;
  writeFileSync(made, text);
  renameSync(made, path);
}
