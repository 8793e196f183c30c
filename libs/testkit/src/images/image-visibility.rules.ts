import { assert } from '../assert.js';
import { addressOf, type ImageDetails, type Viewer, type Visibility } from '@cairn/images';
import type { Contract } from '../contract.js';
import { anUpload, imageCatalog, type ImageCatalogPorts } from './image-catalog.js';
import { rejection } from '../outcomes.js';

const UNGUESSABLE = /^photo-[0-9A-Za-z]{22}\.jpg$/;

const alice: Viewer = async (file) => file?.owner === 'alice';

/** Who may have the file of an image, and who can guess its address. */
export const imageVisibilityRules = {
  'an unlisted or private upload gets an address that nobody guesses, and takes no other': async ({
    open,
  }) => {
    const images = imageCatalog(await open());
    for (const visibility of ['unlisted', 'private']) {
      const details = { visibility };
      const first = await images.upload.execute(anUpload({ details }));
      const again = await images.upload.execute(anUpload({ details }));
      for (const { fileName } of [first, again]) assert.match(fileName, UNGUESSABLE);
      assert.notEqual(first.fileName, again.fileName);
      assert.equal(first.visibility, visibility);
      const served = await images.openFile.execute(addressOf(first), alice);
      assert.equal(served.file.visibility, visibility);
    }
    const plain = await images.upload.execute(anUpload({ details: {} }));
    assert.deepEqual([plain.fileName, plain.visibility], ['photo.jpg', 'public']);
  },

  'a private file is there for its owner alone, from the change to the next, and for others like none':
    async ({ open }) => {
      const images = imageCatalog(await open());
      const { id } = await images.upload.execute(anUpload({ details: {} }));
      const refusals = async (address: string): Promise<unknown[]> => {
        const asked: unknown[] = [];
        for (const account of [undefined, 'bob', '', 'Alice']) {
          const viewer: Viewer = async (file) => {
            asked.push('viewer');
            return file?.owner === account;
          };
          asked.push(await rejection(images.openFile.execute(address, viewer)));
        }
        return [...asked, await rejection(images.openFile.execute(address))];
      };
      for (let round = 0; round < 2; round += 1) {
        const unasked = async (): Promise<never> => assert.fail('nobody is asked for what is public');
        assert.equal((await images.openFile.execute('photo.jpg', unasked)).file.visibility, 'public');
        await images.update.execute('alice', id, { visibility: 'private' });
        assert.deepEqual(await refusals('photo.jpg'), await refusals('never.jpg'));
        assert.equal((await images.openFile.execute('photo.jpg', alice)).file.owner, 'alice');
        await images.update.execute('alice', id, { visibility: round === 0 ? 'unlisted' : 'public' });
        await images.openFile.execute('photo.jpg', unasked).catch(() => assert.fail('it is closed still'));
        await images.update.execute('alice', id, { visibility: 'public' });
      }
    },

  'an upload that says nothing gets what is the default of the nearest folder': async ({ open }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const uploaded = async (details: ImageDetails): Promise<Visibility> =>
      (await images.upload.execute(anUpload({ details }))).visibility;
    await ports.folderDefaults.put('alice', { path: 'a', visibility: 'private' }, 10);
    await ports.folderDefaults.put('alice', { path: 'a/b', visibility: 'public' }, 10);
    assert.equal(await uploaded({ path: '/a/x/' }), 'private');
    assert.equal(await uploaded({ path: 'a/b' }), 'public');
    assert.equal(await uploaded({}), 'public');
    assert.equal(await uploaded({ path: 'a', visibility: 'public' }), 'public');
    const { fileName } = await images.upload.execute(anUpload({ details: { path: 'a' } }));
    assert.match(fileName, UNGUESSABLE);
    const guarded = imageCatalog(ports, { visibility: 'unlisted' });
    const visibilityIn = async (details: ImageDetails): Promise<Visibility> =>
      (await guarded.upload.execute(anUpload({ details }))).visibility;
    assert.equal(await visibilityIn({}), 'unlisted');
    assert.equal(await visibilityIn({ path: 'a' }), 'private');
    assert.equal(await visibilityIn({ visibility: 'public' }), 'public');
  },

  'an upload of an unknown visibility is refused': async ({ open }) => {
    const images = imageCatalog(await open());
    for (const visibility of ['', 'Public', 'secret']) {
      const refused = await rejection(images.upload.execute(anUpload({ details: { visibility } })));
      assert.equal(refused.code, 'invalid-input', visibility);
    }
    assert.equal((await images.readQuota.execute('alice')).imageCount, 0);
  },

  'another visibility leaves the address; another name of what is not public cannot be guessed': async ({
    open,
  }) => {
    const images = imageCatalog(await open());
    const { id } = await images.upload.execute(anUpload({ details: {} }));
    const hidden = await images.update.execute('alice', id, { visibility: 'unlisted' });
    assert.deepEqual([addressOf(hidden), hidden.visibility], ['photo.jpg', 'unlisted']);
    const moved = await images.update.execute('alice', id, { path: 'new' });
    assert.equal(addressOf(moved), 'new/photo.jpg');
    const same = await images.update.execute('alice', id, { name: 'photo.jpg' });
    assert.equal(addressOf(same), 'new/photo.jpg');
    const named = await images.update.execute('alice', id, { name: 'photo', visibility: 'private' });
    assert.deepEqual([named.path, named.visibility], ['new', 'private']);
    const other = await images.update.execute('alice', id, { name: 'other.png' });
    assert.match(other.fileName, /^other-[0-9A-Za-z]{22}\.jpg$/);
    const kept = await images.update.execute('alice', id, { name: other.fileName, path: 'last' });
    assert.equal(addressOf(kept), `last/${other.fileName}`);
    const shown = await images.update.execute('alice', id, { visibility: 'public', name: 'photo' });
    assert.equal(addressOf(shown), 'last/photo.jpg');
  },
} satisfies Contract<ImageCatalogPorts>;
