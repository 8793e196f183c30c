import { MetadataReader } from '@cairn/image-structure';
import { StorageUnavailable, WorkAttempts, type PortsOf } from '@cairn/kernel';
import { findServedPath, readServed } from '../delivery/served-bytes.js';
import { BlobNotFound } from '../errors.js';
import { BlobStore, type ImageSource } from '../store/blob-store.js';
import {
  RendererBusy,
  RendererCrashed,
  RendererKilled,
  RenderTimeout,
  Unrenderable,
} from '../transforms/errors.js';
import { ImageRenderer } from '../transforms/image-renderer.js';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import type { Image } from '../image/image.js';
import type { Appearance, ImageDescription } from '../image/image-description.js';

/** The name of the job. */
export const DESCRIBE_JOB = 'describe-images';

const LISTED_AT_ONCE = 20;

/** Progress and cancellation of a run. */
interface Run {
  readonly signal: { readonly aborted: boolean };
  readonly described: (done: number) => void;
}

/** The numbers of images that a run has described, and that failed. */
export interface DescribeReport {
  readonly described: number;
  readonly failed: number;
}

/**
 * Describes images: their appearance, the second hash of those that have only one, and the metadata of images stored
 * before descriptions existed.
 */
export class DescribeImages {
  static readonly ports = {
    catalog: CatalogRepository,
    blobs: BlobStore,
    renderer: ImageRenderer,
    attempts: WorkAttempts,
  };

  constructor(private readonly ports: PortsOf<typeof DescribeImages.ports>) {}

  /**
   * Describes all images without a complete description, one at a time. The catalog compares each with the others.
   * @throws {RendererBusy} {StorageUnavailable} The next run processes the rest.
   */
  async execute({ signal, described }: Run): Promise<DescribeReport> {
    const isAborted = (): boolean => signal.aborted; // it may change during an await
    const run = this.ports.attempts.run(DESCRIBE_JOB);
    let done = 0;
    let after: string | undefined;
    do {
      const images = await this.ports.catalog.listUndescribed(LISTED_AT_ONCE, after);
      for (const image of images) {
        if (isAborted()) break;
        const describe = async (): Promise<void> => void (await this.describe(image));
        const outcome = await run.attempt(image.id, describe, { signal, isInterruption: isBusy });
        if (outcome === 'done') described((done += 1));
      }
      after = images.at(-1)?.id;
    } while (after !== undefined && !isAborted());
    if (!isAborted()) await run.forgetOthers();
    return { described: done, failed: run.failed };
  }

  /**
   * The image with a complete description. Returns it unchanged if that is not possible now or failed more than once.
   */
  async described(image: Image): Promise<Image> {
    const { attempts } = this.ports;
    try {
      if (isDescribed(image) || (await attempts.isFailing({ job: DESCRIBE_JOB, item: image.id })))
        return image;
      return { ...image, description: await this.describe(image) };
    } catch (error) {
      if (isBusy(error) || isFailure(error)) return image;
      throw error;
    }
  }

  /** Completes and stores the description of an image. */
  private async describe(image: Image): Promise<ImageDescription> {
    const { description } = image;
    const source = this.sourceOf(image);
    const complete = {
      ...(description ?? (await told(source, image))),
      appearance: await this.appearanceOf(image, source),
    };
    await this.ports.catalog.describe(image, complete);
    return complete;
  }

  private async appearanceOf({ owner, file }: Image, source: ImageSource): Promise<Appearance | 'unknown'> {
    try {
      const request = {
        holder: owner,
        source,
        original: file,
        transform: { format: 'appearance' },
        output: 'text/plain',
      } as const;
      const { bytes } = await this.ports.renderer.render(request).image;
      const [color = '', thumbhash = '', perceptualHash = '', dctHash = ''] = String.fromCharCode(
        ...bytes,
      ).split(' ');
      return { color, thumbhash, perceptualHash, dctHash };
    } catch (error) {
      if (isLost(error)) return 'unknown';
      throw error;
    }
  }

  private sourceOf({ file }: Image): ImageSource {
    const { blobs } = this.ports;
    const originals = blobs.area('originals');
    async function* read(): AsyncGenerator<Uint8Array> {
      yield* await readServed(originals, file);
    }
    return { sizeInBytes: file.sizeInBytes, path: findServedPath(originals, file), read };
  }
}

/** The metadata of an image whose bytes were stored unmodified. */
async function told(source: ImageSource, { file }: Image): Promise<ImageDescription> {
  const reader = new MetadataReader();
  try {
    for await (const chunk of reader.readFrom(source.read())) void chunk;
  } catch (error) {
    if (!isLost(error)) throw error;
  }
  return { uploadSha256: file.sha256, removed: [], ...reader.metadata.facts };
}

function isDescribed({ description }: Image): boolean {
  return description?.appearance !== undefined;
}

/** Whether the failure is permanent. */
function isLost(error: unknown): boolean {
  return (error instanceof Unrenderable || error instanceof BlobNotFound) && !isFailure(error);
}

/** Whether a retry, possibly with a newer version, may succeed. */
function isFailure(error: unknown): boolean {
  return [RenderTimeout, RendererCrashed, RendererKilled, StorageUnavailable].some(
    (kind) => error instanceof kind,
  );
}

/** Whether the renderer accepts no work, whatever the image. */
function isBusy(error: unknown): boolean {
  return error instanceof RendererBusy && !isFailure(error);
}
