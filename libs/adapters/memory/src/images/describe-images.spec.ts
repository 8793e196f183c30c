import { describe, expect, it } from '@jest/globals';
import {
  BlobNotFound,
  CatalogRules,
  DescribeImages,
  RendererBusy,
  RendererCrashed,
  RendererKilled,
  RenderTimeout,
  Unrenderable,
  UploadImage,
  type Image,
} from '@cairn/images';
import type { ImageRenderer } from '@cairn/images/spi';
import { StorageUnavailable } from '@cairn/kernel';
import { anImage, photoFacts, photoJpeg } from '@cairn/testkit';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryBlobStore } from '../blobs/memory-blob-store.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';
import { MemoryFailedWorkRepository } from '../kernel/memory-failed-work-repository.js';
import { MemoryFolderDefaultRepository } from './memory-folder-default-repository.js';
import { MemoryImageProcessor } from './memory-image-processor.js';
import { MemoryImageRenderer } from './memory-image-renderer.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';
import { newAttempts } from '../kernel/work-attempts.spec.kit.js';

const appearance = {
  color: expect.stringMatching(/^#[0-9a-f]{6}$/),
  thumbhash: expect.any(String),
  perceptualHash: expect.stringMatching(/^[0-9a-f]{16}$/),
  dctHash: expect.stringMatching(/^[0-9a-f]{16}$/),
};

function opened(renderer: ImageRenderer = new MemoryImageRenderer()) {
  const clock = new ManualClock();
  const catalog = new MemoryCatalogRepository();
  const failures = new MemoryFailedWorkRepository();
  const ports = {
    catalog,
    byteQuotas: catalog.byteQuotas,
    renderer,
    clock,
    folderDefaults: new MemoryFolderDefaultRepository(),
    blobs: new MemoryBlobStore(clock),
    processor: new MemoryImageProcessor(),
    rules: new CatalogRules({ metadata: 'keep' }),
    ids: new SequenceIdGenerator(),
    attempts: newAttempts(clock, failures),
  };
  const upload = async (): Promise<Image> =>
    await new UploadImage(ports).execute({
      owner: 'alice',
      bytes: only(photoJpeg()),
      details: async () => ({ name: 'photo.jpg' }),
    });
  return { failures, clock, catalog, upload, describeImages: new DescribeImages(ports) };
}

const run = { signal: { aborted: false }, described: (): void => undefined };

const failing = (error: Error): ImageRenderer => ({
  version: 'none',
  render: () => ({ image: Promise.reject(error), join: () => undefined, cancel: () => undefined }),
});

describe('descriptions of images', () => {
  it('tell what new images look like, once', async () => {
    const { catalog, upload, describeImages } = opened();
    const images = [await upload(), await upload()];
    expect(await describeImages.execute(run)).toEqual({ described: 2, failed: 0 });
    for (const { id, description } of images)
      expect((await catalog.get('alice', id)).description).toEqual({ ...description, appearance });
    expect(await describeImages.execute(run)).toEqual({ described: 0, failed: 0 });
  });

  it('tell of images from before what their EXIF says', async () => {
    const { catalog, upload, describeImages } = opened();
    const { file } = await upload();
    const former = anImage({ file: { ...file, sha256: 'ab'.repeat(32) } });
    await catalog.add(former, 10);
    await describeImages.execute(run);
    const { description } = await catalog.get(former.owner, former.id);
    expect(description).toEqual({ uploadSha256: 'ab'.repeat(32), removed: [], ...photoFacts, appearance });
  });

  it.each([new Unrenderable('it is damaged'), new BlobNotFound('gone')])(
    'do not try again where it is in vain: %s',
    async (error) => {
      const { catalog, upload, describeImages } = opened(failing(error));
      const { id } = await upload();
      expect(await describeImages.execute(run)).toEqual({ described: 1, failed: 0 });
      expect((await catalog.get('alice', id)).description?.appearance).toBe('unknown');
      expect(await describeImages.execute(run)).toEqual({ described: 0, failed: 0 });
    },
  );

  it.each([new RenderTimeout(20), new RendererCrashed(), new RendererKilled()])(
    'hold up no other, and are set aside until they are retried: %s',
    async (error) => {
      const renderer = new MemoryImageRenderer();
      let bad = '';
      const { catalog, clock, failures, upload, describeImages } = opened({
        version: 'none',
        render: (request) =>
          Object.values(request.original).includes(bad)
            ? failing(error).render(request)
            : renderer.render(request),
      });
      const [image, other] = [await upload(), await upload()];
      bad = image.file.blobKey;
      expect(await describeImages.described(image)).toEqual(image);
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        const described = attempt === 1 ? 1 : 0;
        expect(await describeImages.execute(run)).toEqual({ described, failed: 1 });
        clock.advance(10 * 60 * 60_000);
      }
      expect((await catalog.get('alice', other.id)).description?.appearance).toEqual(appearance);
      expect(await describeImages.execute(run)).toEqual({ described: 0, failed: 0 });
      expect(await failures.list({ job: 'describe-images', limit: 10 })).toMatchObject([
        { item: image.id, attempts: 5, reason: error.message },
      ]);
      bad = '';
      expect(await describeImages.described(image)).toEqual(image); // for no reader of a bad one it is tried
      await failures.retry({ job: 'describe-images' }, clock.now());
      expect(await describeImages.execute(run)).toEqual({ described: 1, failed: 0 });
    },
  );

  it('are left to the next run where nothing can be rendered now', async () => {
    const { catalog, upload, describeImages } = opened(failing(new RendererBusy()));
    const image = await upload();
    await expect(describeImages.execute(run)).rejects.toThrow(RendererBusy);
    expect(await describeImages.described(image)).toEqual(image);
    expect(await catalog.get('alice', image.id)).toEqual(image);
  });

  it('go on where the bytes of one are damaged, which is tried again later', async () => {
    const renderer = new MemoryImageRenderer();
    let rendered = 0;
    const { failures, catalog, upload, describeImages, clock } = opened({
      version: 'none',
      render: (request) => {
        rendered += 1;
        return rendered === 1 || rendered > 4 // the first one, and then once more
          ? failing(new StorageUnavailable('A stored image is shorter than it was.')).render(request)
          : renderer.render(request);
      },
    });
    const images = [await upload(), await upload(), await upload(), await upload()];
    expect(await describeImages.execute(run)).toEqual({ described: 3, failed: 1 });
    expect(await describeImages.execute(run)).toEqual({ described: 0, failed: 0 });
    clock.advance(60_000);
    expect(await describeImages.execute(run)).toEqual({ described: 0, failed: 1 });
    expect(await failures.count()).toEqual({ 'describe-images': 1 });
    for (const { id } of images) await catalog.remove('alice', id);
    await describeImages.execute(run); // what is gone is no failure any more
    expect(await failures.count()).toEqual({});
  });

  it('end when they are stopped', async () => {
    const { upload, describeImages } = opened();
    await upload();
    const ended = { ...run, signal: { aborted: true } };
    expect(await describeImages.execute(ended)).toEqual({ described: 0, failed: 0 });
  });
});

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
