import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fixtures } from '@cairn/testkit';

const PALETTE = 13; // behind the header of a GIF

/** An image with pixels of its own. */
export function photo(index: number): Uint8Array {
  const bytes = Uint8Array.from(fixtures.gif.bytes);
  bytes.set([index & 255, index >> 8], PALETTE);
  return bytes;
}

/** Writes files into a folder, by their names in it. */
export async function writeAll(
  folder: string,
  files: Readonly<Record<string, Uint8Array | string>>,
): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}
