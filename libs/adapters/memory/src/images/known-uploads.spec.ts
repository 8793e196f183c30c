import { describe, expect, it } from '@jest/globals';
import {
  CatalogRules,
  CopyImage,
  FindKnownFiles,
  type FormerRecord,
  type ImageDetails,
  type UploadDetails,
} from '@cairn/images';
import {
  anUpload,
  assertStored,
  fixtures,
  imageCatalog,
  photoJpeg,
  type ImageCatalogPorts,
} from '@cairn/testkit';
import { openImageCatalog } from './image-catalog.spec.kit.js';

const copies = (ports: ImageCatalogPorts): CopyImage =>
  new CopyImage({ ...ports, rules: new CatalogRules({}) });

const reusing = (given: Partial<ImageDetails> = {}): { readonly details: ImageDetails } => ({
  details: { path: 'holiday', tags: ['sea'], existing: 'reuse', ...given },
});

describe('an upload of what is there', () => {
  it('is the image that is there, with the tags of both, and stores nothing', async () => {
    const ports = await openImageCatalog();
    const { upload } = imageCatalog(ports);
    const first = await upload.execute(anUpload(reusing()));
    let reused = 0;
    const again = { ...anUpload(reusing({ tags: ['lake'] })), reused: () => void (reused += 1) };
    const second = await upload.execute(again);
    expect([second.id, second.tags, reused]).toEqual([first.id, ['sea', 'lake'], 1]);
    await assertStored(ports, 1);
  });

  it('is known by the bytes before metadata was cut out of them', async () => {
    const ports = await openImageCatalog();
    const { upload } = imageCatalog(ports);
    const bytes = photoJpeg();
    const { id, description } = await upload.execute(anUpload({ bytes, ...reusing() }));
    expect((await upload.execute(anUpload({ bytes, ...reusing() }))).id).toBe(id);
    const { uploadSha256 = '' } = description ?? {};
    const known = await new FindKnownFiles(ports).execute('alice', {
      hashes: [uploadSha256],
      sizes: [bytes.length, 1],
    });
    expect(known.known.get(uploadSha256)).toEqual([
      { sha256: uploadSha256, id, path: 'holiday', inTrash: false },
    ]);
    expect(known.sizes).toEqual([bytes.length]);
  });

  it('is one image however many arrive at once, and none of their bytes stay', async () => {
    const ports = await openImageCatalog();
    const { upload } = imageCatalog(ports);
    const sent = Array.from({ length: 6 }, () => upload.execute(anUpload(reusing())));
    const ids = new Set((await Promise.all(sent)).map(({ id }) => id));
    expect(ids.size).toBe(1);
    await assertStored(ports, 1);
  });

  it('is none whose metadata is served if that is to be cut out, also where both arrive at once', async () => {
    const bytes = photoJpeg();
    const ports = await openImageCatalog();
    const { upload } = imageCatalog(ports);
    const send = (metadata?: string) => upload.execute(anUpload({ bytes, ...reusing({ metadata }) }));
    const [kept, cut] = [await send('keep'), await send('remove')];
    expect(cut.file.sha256).not.toBe(kept.file.sha256);
    for (const metadata of ['remove', 'hide'])
      expect((await send(metadata)).file.sha256).toBe(cut.file.sha256);
    expect([kept.id, cut.id]).toContain((await send()).id);
    await assertStored(ports, 2);
    const others = imageCatalog(await openImageCatalog()).upload;
    const both = ['keep', 'hide'].map((metadata) =>
      others.execute(anUpload({ bytes, ...reusing({ metadata }) })),
    );
    const [, hidden] = await Promise.all(both);
    expect(hidden?.file.sha256).toBe(cut.file.sha256);
  });

  it('is one without metadata whatever is to become of that', async () => {
    const ports = await openImageCatalog();
    const { upload } = imageCatalog(ports);
    for (const metadata of ['keep', 'hide', 'remove'])
      await upload.execute(anUpload({ bytes: fixtures.png.bytes, ...reusing({ metadata }) }));
    await assertStored(ports, 1);
  });

  it('becomes another image unless it is asked for otherwise', async () => {
    const ports = await openImageCatalog();
    const { upload } = imageCatalog(ports);
    for (const details of [{ path: 'holiday' }, { path: 'holiday' }, { path: 'other', existing: 'reuse' }])
      await upload.execute(anUpload({ details }));
    await assertStored(ports, 3);
    await expect(upload.execute(anUpload({ details: { existing: 'skip' } }))).rejects.toThrow('reuse');
  });
});

describe('an image that moves in', () => {
  const former = (id: string): FormerRecord => ({ id, fileName: `${id}.jpg`, createdAt: 5, updatedAt: 6 });
  const moving = (id: string, given: Partial<UploadDetails> = {}, bytes = photoJpeg()) => ({
    ...anUpload({ bytes }),
    details: async () => ({ name: `${id}.jpg`, path: id, former: former(id), ...given }),
  });

  it('shares the bytes of another with the same, which are counted once, and keeps what is its own', async () => {
    const ports = await openImageCatalog();
    const { upload, remove, openFile } = imageCatalog(ports);
    const first = await upload.execute(moving('a'));
    const edit = { turn: 90 } as const;
    const second = await upload.execute(moving('b', { former: { ...former('b'), edit } }));
    expect(second).toMatchObject({ id: 'b', path: 'b', fileName: 'b.jpg', createdAt: 5 });
    expect(second.file.blobKey).toBe(first.file.blobKey);
    expect([first.file.edit, second.file.edit?.orientation]).toEqual([undefined, 6]);
    expect((await ports.byteQuotas.usage('alice', 0)).used).toBe(first.file.sizeInBytes);
    await assertStored(ports, 1);
    await remove.execute('alice', 'a');
    expect((await openFile.execute('b/b.jpg')).file.blobKey).toBe(second.file.blobKey);
    await assertStored(ports, 1);
  });

  it('has bytes of its own where other bytes are stored for it', async () => {
    const ports = await openImageCatalog();
    const { upload } = imageCatalog(ports);
    const files = [
      await upload.execute(moving('a')),
      await upload.execute(moving('b', { metadata: 'keep' })),
      await upload.execute(moving('c', { metadata: 'hide' })),
    ].map(({ file }) => file);
    // The same is stored for the last two, and the same is served of the first and the last.
    expect([files[2]?.whole?.sha256, files[2]?.sha256]).toEqual([files[1]?.sha256, files[0]?.sha256]);
    await assertStored(ports, 3);
    const again = await upload.execute(moving('d', { metadata: 'hide' }));
    expect(again.file).toEqual(files[2]);
    await assertStored(ports, 3);
  });
});

describe('a copy of an image', () => {
  it('has its bytes, and the settings of the image unless others are given', async () => {
    const ports = await openImageCatalog();
    const { upload, openFile } = imageCatalog(ports);
    const image = await upload.execute(anUpload());
    const copy = await copies(ports).execute('alice', image.id, { path: 'best', keyId: 'k' });
    expect(copy).toMatchObject({ path: 'best', fileName: 'photo.jpg', tags: ['sea'], file: image.file });
    expect(copy.description).toEqual({ ...image.description, keyId: 'k' });
    const given = { tags: ['own'], visibility: 'private' };
    const other = await copies(ports).execute('alice', image.id, given);
    expect([other.path, other.tags, other.visibility]).toEqual(['holiday', ['own'], 'private']);
    expect(other.fileName).toMatch(/^photo-[0-9A-Za-z]{22}\.jpg$/);
    const { file } = await openFile.execute('best/photo.jpg');
    expect(file.blobKey).toBe(image.file.blobKey);
    await assertStored(ports, 1);
  });

  it('has the settings that are given, and the others of the image', async () => {
    const ports = await openImageCatalog();
    const { id } = await imageCatalog(ports).upload.execute(anUpload());
    const given = { title: 'Lake', favourite: true, rating: 4, takenAt: '2024-07-01T12:00:00' };
    const first = await copies(ports).execute('alice', id, given);
    expect(first).toMatchObject(given);
    const { title, takenAt, ...kept } = given;
    const second = await copies(ports).execute('alice', first.id, { title: '', takenAt: null });
    expect(second).toMatchObject({ ...kept, tags: first.tags });
    expect([second.title, second.takenAt]).toEqual([undefined, undefined]);
    expect(second.updatedAt).toBe(second.createdAt);
  });

  it('keeps the bytes until it is deleted itself, and another copy may be made of it', async () => {
    const ports = await openImageCatalog();
    const { upload, remove, sweep } = imageCatalog(ports);
    const image = await upload.execute(anUpload({ bytes: fixtures.png.bytes }));
    const copy = await copies(ports).execute('alice', image.id, { path: 'best' });
    await remove.execute('alice', image.id);
    await assertStored(ports, 1);
    const second = await copies(ports).execute('alice', copy.id, { path: 'second' });
    await remove.execute('alice', copy.id);
    expect((await sweep.execute({ graceMs: 0 })).missing).toEqual([]);
    await assertStored(ports, 1);
    await remove.execute('alice', second.id);
    await assertStored(ports, 0);
  });

  it('is there once if the request is repeated, and of nothing if the image is gone', async () => {
    const ports = await openImageCatalog();
    const image = await imageCatalog(ports).upload.execute(anUpload());
    const copy = { path: 'best', id: 'A'.repeat(22) };
    const first = await copies(ports).execute('alice', image.id, copy);
    expect(await copies(ports).execute('alice', image.id, copy)).toEqual(first);
    await expect(copies(ports).execute('bob', image.id, {})).rejects.toThrow('no image');
  });
});
