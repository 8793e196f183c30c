import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileFormat, FormatFile } from '@cairn/spaces';
import { formatSample, type FormatSubject } from '@cairn/testkit';
import { openFormat } from './formats.js';
import { fileOf } from './sample-files.spec.kit.js';

/** A folder for the files of a suite. */
export class SampleFolder {
  private path = '';

  async open(): Promise<void> {
    this.path = await mkdtemp(join(tmpdir(), 'cairn-formats-'));
  }

  async close(): Promise<void> {
    await rm(this.path, { recursive: true });
  }

  async stored(name: string, bytes: Uint8Array | string): Promise<FormatFile> {
    const path = join(this.path, name);
    await writeFile(path, bytes);
    return { path, name, sizeInBytes: (await stat(path)).size };
  }

  /** @param own What the format adds to the properties. */
  async subject(name: FileFormat, own: readonly string[] = []): Promise<FormatSubject> {
    const sample = await this.stored(`sample.${name}`, await fileOf(name, formatSample));
    return {
      format: await openFormat(name),
      own,
      files: {
        sample,
        cut: async (length) =>
          await this.stored(`cut.${name}`, (await readFile(sample.path)).subarray(0, length)),
        foreign: await this.stored('foreign', 'This is "no file of places'),
        many: async (count) => await this.stored(`many-${count}.${name}`, await fileOf(name, several(count))),
      },
    };
  }
}

const several = (count: number): Parameters<typeof fileOf>[1] =>
  Array.from({ length: count }, (_, index) => ({ ...formatSample[0], number: index }));
