import { describe, expect, it } from '@jest/globals';
import { coversOf, oembedOf } from './oembed.js';

const picture = {
  id: 'a',
  name: 'a.jpg',
  width: 4_000,
  height: 2_000,
  file: 'https://x.org/f',
  original: null,
};
const given = { title: '<Trip>', provider: 'https://x.org', covers: coversOf(picture) };

describe('oembedOf', () => {
  it.each([
    [{}, 'https://x.org/f?w=1920', 1_920, 960],
    [{ maxwidth: 1_300 }, 'https://x.org/f?w=1200&format=jpeg', 1_200, 600],
    [{ maxheight: 400 }, 'https://x.org/f?w=640', 640, 320],
  ])('takes the largest picture that fits %j', (room, url, width, height) => {
    expect(oembedOf({ ...given, picture }, room)).toMatchObject({ type: 'photo', url, width, height });
  });

  it('is the title alone where no picture fits, or where it is of many', () => {
    expect(oembedOf({ ...given, picture }, { maxwidth: 100 })).toEqual({
      version: '1.0',
      type: 'link',
      title: '<Trip>',
      provider_name: 'Cairn',
      provider_url: 'https://x.org',
    });
    expect(oembedOf(given, {})).toMatchObject({ type: 'link', thumbnail_width: 1_200 });
  });

  it('has no title in the frame that ends its attribute', () => {
    const { html } = oembedOf({ ...given, title: '"><script>', frame: 'https://x.org/a/b?embed' }, {});
    expect(html).toContain('title="&quot;&gt;&lt;script&gt;"');
  });

  it('has a picture as far as one of its sizes has room', () => {
    const covers = [
      { url: 'https://x.org/large', width: 1_200, height: 630 },
      { url: 'https://x.org/small', width: 480, height: 252 },
    ];
    const map = { ...given, covers, frame: 'https://x.org/m/b?embed' };
    expect(oembedOf(map, {})).toMatchObject({ type: 'rich', thumbnail_url: 'https://x.org/large' });
    expect(oembedOf(map, { maxwidth: 500 })).toMatchObject({ thumbnail_url: 'https://x.org/small' });
    expect(oembedOf(map, { maxheight: 200 })).not.toHaveProperty('thumbnail_url');
  });

  it('does not enlarge', () => {
    const tiny = { ...picture, width: 90, height: 60 };
    expect(oembedOf({ ...given, picture: tiny }, {})).toMatchObject({ width: 90, height: 60 });
  });
});
