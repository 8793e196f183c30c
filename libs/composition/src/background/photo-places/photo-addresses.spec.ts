import { PhotoAddresses } from '@cairn/photo-places';
import { anImage } from '@cairn/testkit';
import { describe, expect, it } from '@jest/globals';

const filesUrl = 'https://share.example.org/cdn';
const ownFilesUrl = 'http://cairn.lan/cdn';

describe('the addresses of photos', () => {
  it.each([
    ['public', filesUrl],
    ['unlisted', filesUrl],
    ['private', ownFilesUrl],
  ] as const)('of a %s one is where who may see it reaches it', (visibility, before) => {
    const addresses = new PhotoAddresses({ filesUrl, ownFilesUrl, thumbnailQuery: 'w=320' });
    const { url, thumbnail } = addresses.of(anImage({ path: 'a b', visibility }));
    expect(url.split('/a%20b/')[0]).toBe(before);
    expect(thumbnail).toBe(`${url}?w=320`);
  });

  it('are all the same where files have one address', () => {
    const addresses = new PhotoAddresses({ filesUrl });
    const { thumbnail, url } = addresses.of(anImage({ visibility: 'private' }));
    expect([url.startsWith(`${filesUrl}/`), thumbnail]).toEqual([true, undefined]);
  });
});
