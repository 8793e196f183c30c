import { RenderCancelled } from '@cairn/images';
import {
  planRender,
  type ImageRenderer,
  type RenderedImage,
  type Rendering,
  type RenderRequest,
} from '@cairn/images/spi';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Returns a description instead of rendering: the bytes of its images are the plan and the SHA-256 of the original, as
 * JSON. The parts of an appearance are digits of that SHA-256.
 */
export class MemoryImageRenderer implements ImageRenderer {
  readonly version = 'memory';

  render(request: RenderRequest): Rendering {
    let cancel = (): void => undefined;
    const cancelled = new Promise<never>((_, reject) => {
      cancel = () => reject(new RenderCancelled());
    });
    const image = Promise.race([described(request), cancelled]);
    return { image, join: () => undefined, cancel: () => cancel() };
  }
}

async function described({
  source,
  original,
  transform,
  output,
  effort,
}: RenderRequest): Promise<RenderedImage> {
  const plan = planRender(transform, { original, output });
  const hash = sha256.create();
  for await (const piece of source.read()) hash.update(piece);
  const { width, height, animated } = plan;
  const digits = bytesToHex(hash.digest());
  const text =
    plan.text === 'appearance'
      ? `#${digits.slice(0, 6)} ${digits.slice(0, 28)} ${digits.slice(0, 16)} ${digits.slice(16, 32)}`
      : JSON.stringify({ original: digits, plan, ...(output === 'image/avif' && { effort }) });
  return { bytes: utf8ToBytes(text), width, height, frames: animated ? original.frames : 1 };
}
