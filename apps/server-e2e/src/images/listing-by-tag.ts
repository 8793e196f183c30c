import type { ServerProcess } from '@cairn/harness';
import { describe, expect, it } from '@jest/globals';
import { ImagesClient } from './images-client.js';

/** Tests of listing images by tag. */
export function declareListingByTag(open: () => ServerProcess): void {
  describe('listing by tag', () => {
    // Lower-casing the first two changes their length. `a/b` is a single tag.
    it.each(['İstanbul', 'ẞ', 'a/b', '100%', '%2F'])('finds the tag %s', async (tag) => {
      const { id } = await new ImagesClient(open()).uploaded({ tags: tag, name: 't.jpg' });
      const response = await open().fetch(`/api/Tags/${encodeURIComponent(tag)}/images/`);
      expect(await response.json()).toMatchObject([{ id }]);
    });

    it('returns the images with exactly this tag, newest first, whole or in pages', async () => {
      const ids: string[] = [];
      for (const number of [1, 2, 3, 4, 5])
        ids.unshift(
          (await new ImagesClient(open()).uploaded({ tags: `liste é,n${number}`, name: `l${number}.jpg` }))
            .id,
        );
      await new ImagesClient(open()).uploaded({ tags: 'liste', name: 'no.jpg' });
      const address = `/api/tags/${encodeURIComponent('liste é')}/images`;
      const all = (await (await open().fetch(address)).json()) as { id: string }[];
      expect(all.map(({ id }) => id)).toEqual(ids);

      const paged: string[] = [];
      let next: string | undefined = `${open().address}${address}?limit=2`;
      while (next !== undefined) {
        const page: Response = await open().fetch(next);
        paged.push(...((await page.json()) as { id: string }[]).map(({ id }) => id));
        next = /^<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
      }
      expect(paged).toEqual(ids);
    });

    it('rejects a tag with invalid percent-encoding', async () => {
      const response = await open().fetch('/api/tags/%zz/images');
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'malformed-address' }]);
    });

    it('returns an empty array for an unknown tag', async () => {
      expect(await (await open().fetch('/api/tags/nobody/images')).json()).toEqual([]);
    });

    it.each(['limit=0', 'limit=1001', 'limit=x', 'cursor=x', 'limit=1&limit=2'])(
      'rejects ?%s',
      async (query) => {
        const response = await open().fetch(`/api/tags/a/images?${query}`);
        expect([response.status, await response.json()]).toEqual([
          400,
          expect.objectContaining({ code: 'invalid-input' }),
        ]);
      },
    );
  });
}
