import {
  outputType,
  parseTransform,
  RefineDerivatives,
  RenderCancelled,
  RenderDerivative,
  type Derivative,
  type DerivativeRequest,
  type Image,
  type Query,
  DerivativeLimits,
  RenderLoad,
} from '@cairn/images';
import { Derivatives, type BlobStore, type ImageRenderer } from '@cairn/images/spi';
import { aBlob, anImage, fixtures, hostedFileOf, sourceOf } from '@cairn/testkit';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryBlobStore } from '../blobs/memory-blob-store.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';
import { MemoryFailedWorkRepository } from '../kernel/memory-failed-work-repository.js';
import { MemoryImageRenderer } from './memory-image-renderer.js';
import { MemoryOutbox } from '../kernel/memory-outbox.js';
import { newAttempts } from '../kernel/work-attempts.spec.kit.js';

const { bytes, format } = fixtures.jpeg;
const digest = { digest: (text: string): string => bytesToHex(sha256(utf8ToBytes(text))) };

/** A renderer that counts its calls, and blocks until it is released. */
export class CountingRenderer implements ImageRenderer {
  readonly version = 'counting';
  started = 0;
  /** Who waits for renderings, in the order in which they came. */
  readonly holders: string[] = [];
  cancelled = 0;
  goOn: Promise<void> = Promise.resolve();
  private readonly renderer = new MemoryImageRenderer();

  render: ImageRenderer['render'] = (request) => {
    this.started += 1;
    this.holders.push(request.holder);
    let isCancelled = false;
    const rendering = this.renderer.render(request);
    return {
      image: this.goOn.then(() => {
        if (isCancelled) throw new RenderCancelled();
        return rendering.image;
      }),
      join: (holder) => void this.holders.push(holder),
      cancel: () => {
        isCancelled = true;
        this.cancelled += 1;
        rendering.cancel();
      },
    };
  };
}

export async function opened({
  budgetInBytes = 1e6,
  blobs: given,
  image = anImage({ file: { ...format, sizeInBytes: bytes.length } }),
}: { budgetInBytes?: number; blobs?: BlobStore; image?: Image } = {}) {
  const clock = new ManualClock(1);
  const blobs = given ?? new MemoryBlobStore(clock);
  const outbox = new MemoryOutbox();
  const catalog = new MemoryCatalogRepository(outbox);
  const renderer = new CountingRenderer();
  const limits = new DerivativeLimits(budgetInBytes);
  const derivatives = new Derivatives({ blobs, limits });
  const load = new RenderLoad({ clock });
  const render = new RenderDerivative({ catalog, derivatives, renderer, digest, clock, load });
  const failures = new MemoryFailedWorkRepository();
  const attempts = newAttempts(clock, failures);
  const refine = new RefineDerivatives({ render, derivatives, limits, load, clock, attempts });
  await catalog.add(image, 10);
  const { blobKey } = image.file;
  if ((await blobs.area('originals').find(blobKey)) === undefined)
    await (await blobs.stage(sourceOf(bytes).read(), bytes.length)).commit(aBlob(blobKey));
  return {
    failures,
    load,
    clock,
    blobs,
    outbox,
    catalog,
    renderer,
    limits,
    derivatives,
    render,
    refine,
    image,
  };
}

export type Opened = Awaited<ReturnType<typeof opened>>;

export function asking(
  { render, blobs }: Opened,
  image: Image,
  query: Query,
): ReturnType<RenderDerivative['execute']> {
  return render.execute(requestFor(blobs, image, query));
}

export function requestFor(blobs: BlobStore, image: Image, query: Query, holder = 'a'): DerivativeRequest {
  const read = (): Promise<AsyncIterable<Uint8Array>> => blobs.area('originals').get(image.file.blobKey);
  const served = { file: hostedFileOf(image), read, findPath: () => undefined };
  const transform = parseTransform(query);
  return { holder, served, transform, output: outputType(transform, image.file, () => false) };
}

export async function asked(cairn: Opened, query: Query): Promise<Derivative> {
  return await asking(cairn, cairn.image, query).result;
}

export async function text(derivative: Derivative): Promise<string> {
  let all = '';
  for await (const piece of await derivative.read()) all += String.fromCharCode(...piece);
  return all;
}
