import { createHash } from 'node:crypto';
import type { Application } from '@cairn/composition';
import { atOnce } from '@cairn/harness';
import { addressOf, OpenFile, UploadImage } from '@cairn/images';
import { NoiseImage } from '../images/noise-image.js';

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
    const numbers = Array.from({ length: count }, (_, index) => this.hashes.size + index);
    await atOnce(AT_ONCE, numbers, async (number) => {
      const bytes = this.template.with(`${this.owner} ${number}`);
      const image = await application.get(UploadImage).execute({
        owner: this.owner,
        bytes: inOne(bytes),
        details: async () => ({ name: `${number}.png`, path: this.owner }),
      });
      this.hashes.set(addressOf(image), createHash('sha256').update(bytes).digest('hex'));
    });
  }

  /** Number of images that are not served byte for byte. */
  async lost(application: Application): Promise<number> {
    let lost = 0;
    await atOnce(AT_ONCE, this.hashes, async ([address, hash]) => {
      if ((await servedHash(application, address)) !== hash) lost += 1;
    });
    return lost;
  }
}

async function servedHash(application: Application, address: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    const served = await application.get(OpenFile).execute(address);
    for await (const piece of await served.read()) hash.update(piece);
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
