import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { generatedFeature } from './generated-features.js';

const LINES_AT_ONCE = 500;

/** Writes the first `count` features to a file, one a line. */
export async function writeLines(file: string, count: number): Promise<void> {
  await pipeline(Readable.from(lines(count)), createWriteStream(file));
}

function* lines(count: number): Generator<string> {
  for (let start = 0; start < count; start += LINES_AT_ONCE) {
    const length = Math.min(LINES_AT_ONCE, count - start);
    yield Array.from({ length }, (_, index) => `${generatedFeature(start + index).text}\n`).join('');
  }
}
