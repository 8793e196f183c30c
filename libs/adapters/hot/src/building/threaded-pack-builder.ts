import { featureText, type FeatureChunk } from '@cairn/spaces';
import { PackTooLarge } from '../pack/build-pack.js';
import { ContentPack } from '../pack/content-pack.js';
import { BuildThread } from './build-thread.js';
import type { HotContent } from './hot-space.js';
import type { PackBuilder, PackOrder } from './pack-builder.js';

/** A build that takes longer for one chunk hangs. */
const STEP_MS = 30_000;

const encoder = new TextEncoder();

/** Builds each pack in a thread of its own, which ends with it. */
export class ThreadedPackBuilder implements PackBuilder<ContentPack> {
  private readonly threads = new Set<BuildThread>();

  constructor(private readonly stepMs = STEP_MS) {}

  async build(chunks: AsyncIterable<FeatureChunk>, order: PackOrder): Promise<ContentPack> {
    return await this.run(order, async (thread) => {
      const { at, expected } = order;
      thread.send({ kind: 'begin', at, expected });
      const source = chunks[Symbol.asyncIterator]();
      try {
        let pulled = source.next();
        for (let next = await thread.step(pulled); next.done !== true; next = await thread.step(pulled)) {
          const bytes = ownBytes(next.value);
          thread.send({ kind: 'chunk', bytes }, [bytes.buffer]);
          pulled = source.next(); // while the thread reads this one
          pulled.catch(() => undefined);
          await grown(thread, order);
        }
      } finally {
        source.return?.().catch(() => undefined); // what has failed already tells why
      }
      thread.send({ kind: 'end' });
      return await packed(thread, order);
    });
  }

  async merge({ pack, overlay }: HotContent<ContentPack>, order: PackOrder): Promise<ContentPack> {
    return await this.run(order, async (thread) => {
      const { at, expected } = order;
      const written = overlay.features.map(({ feature }) => ({ id: feature.id, text: featureText(feature) }));
      const { content } = pack;
      thread.send({ kind: 'merge', at, expected, pack: content, hidden: overlay.hidden, written });
      return await packed(thread, order);
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.threads].map((thread) => thread.end()));
  }

  private async run(
    order: PackOrder,
    build: (thread: BuildThread) => Promise<ContentPack>,
  ): Promise<ContentPack> {
    const thread = new BuildThread(order, this.stepMs);
    this.threads.add(thread);
    try {
      return await build(thread);
    } finally {
      this.threads.delete(thread);
      await thread.end();
    }
  }
}

/** Bytes whose memory can be given to the thread: those of a store may be a part of something larger. */
const ownBytes = ({ bytes, text }: FeatureChunk): Uint8Array<ArrayBuffer> =>
  bytes === undefined ? encoder.encode(text) : new Uint8Array(bytes);

/** Waits for the thread to take a chunk. Returns the pack, once it is built. */
async function grown(thread: BuildThread, { fits }: PackOrder): Promise<ContentPack | undefined> {
  const answer = await thread.answer();
  if (answer.kind === 'failed') throw new Error(answer.message);
  if (answer.kind === 'built') return new ContentPack(answer.pack);
  if (!fits(answer.sizeInBytes)) throw new PackTooLarge(answer.sizeInBytes);
  return undefined;
}

async function packed(thread: BuildThread, order: PackOrder): Promise<ContentPack> {
  for (;;) {
    const pack = await grown(thread, order);
    if (pack === undefined) continue;
    if (!order.fits(pack.sizeInBytes)) throw new PackTooLarge(pack.sizeInBytes);
    return pack;
  }
}
