import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = 'docs/pictures';

/** Keeps a picture of the documentation. @throws {Error} when it is too large: a page with many of them has to stay quick. */
export async function keepPicture(name: string, picture: Uint8Array, maxBytes: number): Promise<void> {
  if (picture.length > maxBytes) throw new Error(`${name} has ${picture.length} bytes.`);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `${name}.webp`), picture);
  process.stdout.write(`${name}: ${picture.length} bytes\n`);
}
