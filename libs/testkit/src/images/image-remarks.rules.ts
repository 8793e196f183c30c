import { assert } from '../assert.js';
import type { Image, ImageDetails } from '@cairn/images';
import type { Contract } from '../contract.js';
import { anUpload, imageCatalog, type ImageCatalogPorts } from './image-catalog.js';
import { remarkedJpeg } from './photo-fixtures.js';

const remarks = {
  tags: ['lake', 'AC/DC'],
  title: 'Sée & <more>',
  caption: 'One\ntwo 🏔',
  favourite: true,
  rating: 4,
  capturedAt: '2020-02-02T02:02:02',
  position: { longitude: 8.25, latitude: -46.5 },
} as const;

const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `tag ${at}`);

/** What becomes of what somebody wrote into the file of an upload. */
export const imageRemarkRules = {
  'what somebody wrote into a file is in the record, with the tags of both; what the upload says stands before it':
    async ({ open }) => {
      const ports = await open();
      for (const metadata of ['remove', 'hide', 'keep'] as const) {
        const images = imageCatalog(ports, { metadata });
        const read = async (details: ImageDetails): Promise<Image> => {
          const upload = anUpload({ owner: metadata, bytes: remarkedJpeg(remarks), details });
          return await images.read.execute(metadata, (await images.upload.execute(upload)).id);
        };
        const { title, caption, favourite, rating, tags, description } = await read({});
        const { capturedAt, position, tags: written, ...told } = remarks;
        const isRemoved = metadata === 'remove';
        assert.deepEqual({ title, caption, favourite, rating }, told);
        assert.deepEqual(tags, isRemoved ? [] : written);
        assert.deepEqual(
          [description?.capturedAt, description?.position, description?.removed],
          [capturedAt, position, metadata === 'keep' ? [] : ['gps', 'xmp']],
        );
        const said = { title: 'Other', rating: '2', tags: ['sea', 'lake'] };
        const stated = await read(said);
        assert.deepEqual(
          [stated.title, stated.rating, stated.caption, stated.tags],
          ['Other', 2, caption, isRemoved ? ['sea', 'lake'] : ['sea', 'lake', 'AC/DC']],
        );
      }
      const long = {
        tags: ['x'.repeat(500), ...numbered(80)],
        title: 'x'.repeat(500),
        caption: 'x'.repeat(9_000),
      };
      const cut = await imageCatalog(ports, { metadata: 'hide' }).upload.execute(
        anUpload({ bytes: remarkedJpeg(long), details: {} }),
      );
      assert.deepEqual([cut.title?.length, cut.caption?.length, cut.tags.length], [200, 2_000, 50]);
    },

  'whether a photo is a favourite, and how good it is, is not for guests to say in its file': async ({
    open,
  }) => {
    const images = imageCatalog(await open());
    const upload = anUpload({ addedBy: 'link:L', bytes: remarkedJpeg(remarks), details: {} });
    const { id } = await images.upload.execute(upload);
    const { title, favourite, rating } = await images.read.execute('alice', id);
    assert.deepEqual([title, favourite, rating], [remarks.title, undefined, undefined]);
  },
} satisfies Contract<ImageCatalogPorts>;
