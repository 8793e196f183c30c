import { createHash } from 'node:crypto';
import type { Application } from '@cairn/composition';
import { addressOf, OpenFile, UploadImage } from '@cairn/images';
import { NoiseImage } from './noise-image.js';

const AT_ONCE = 8;
const SIDE_PIXELS = 8;

/** Acknowledged images with their bytes. */
export class DrillImages {
  private readonly template = NoiseImage.ofSide(SIDE_PIXELS);
  private readonly hashes = new Map<string, string>();

  constructor(private readonly owner: string) {}

  get count(): number {
    return this.hashes.size;
  }

  /** Uploads `count` images with distinct bytes. */
  async upload(application: Application, count: number): Promise<void> {
    const numbers = Array.from({ length: count }, (_, index) => this.hashes.size + index).values();
    await atOnce(numbers, async (number) => {
      const bytes = this.template.with(`${this.owner} ${number}`);
      const image = await application.get(UploadImage).execute({
        owner: this.owner,
        bytes: inOne(bytes),
        details: async () => ({ name: `${number}.png`, path: this.owner }),
      });
      this.hashes.set(addressOf(image), hashOf([bytes]));
    });
  }

  /** Number of images that are not served byte for byte. */
  async lost(application: Application): Promise<number> {
    let lost = 0;
    await atOnce(this.hashes.entries(), async ([address, hash]) => {
      if ((await servedHash(application, address)) !== hash) lost += 1;
    });
    return lost;
  }
}

async function servedHash(application: Application, address: string): Promise<string | undefined> {
  try {
    const served = await application.get(OpenFile).execute(address);
    const pieces: Uint8Array[] = [];
    for await (const piece of await served.read()) pieces.push(piece);
    return hashOf(pieces);
  } catch {
    return undefined;
  }
}

function hashOf(pieces: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function atOnce<T>(items: Iterator<T> & Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const worker = async (): Promise<void> => {
    for (const item of items) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
