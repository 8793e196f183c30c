import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const PART = '.cairn-part';

/** Writes files whole: each has another name until all of it is there. */
export class ExportFolder {
  constructor(private readonly root: string) {}

  /** The text of a file, if it is there. */
  async find(name: string): Promise<string | undefined> {
    return await readFile(join(this.root, name), 'utf8').catch(() => undefined);
  }

  async writeText(name: string, text: string): Promise<void> {
    const part = await this.partOf(name);
    await writeFile(part, text);
    await rename(part, join(this.root, name));
  }

  /** Returns the SHA-256 of the bytes. Nothing is kept where `isRight` refuses it. */
  async write(
    name: string,
    bytes: AsyncIterable<Uint8Array | string>,
    isRight: (sha256: string) => boolean = () => true,
  ): Promise<string> {
    const part = await this.partOf(name);
    const hash = createHash('sha256');
    const hashed = async function* (): AsyncGenerator<Uint8Array | string> {
      for await (const piece of bytes) {
        hash.update(piece);
        yield piece;
      }
    };
    try {
      await pipeline(Readable.from(hashed(), { objectMode: false }), createWriteStream(part));
      const sha256 = hash.digest('hex');
      if (isRight(sha256)) await rename(part, join(this.root, name));
      return sha256;
    } finally {
      await rm(part, { force: true });
    }
  }

  /** Removes a file, as far as there is one. */
  async remove(name: string): Promise<void> {
    await rm(join(this.root, name), { force: true }).catch(() => undefined);
  }

  private async partOf(name: string): Promise<string> {
    const path = join(this.root, name);
    await mkdir(dirname(path), { recursive: true });
    return join(dirname(path), `${PART}-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`);
  }
}
