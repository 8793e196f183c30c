import type { Shared, SharedImage } from '@cairn/api-schema';
import { describe, expect, it } from '@jest/globals';
import { PageAddresses } from './page-addresses.js';
import { picturePage, picturesPage, type PicturePage } from './shared-pages.js';
import { textsFor } from './texts.js';

const id = (index: number): string => `picture${index}`.padEnd(22, 'x');
const api = 'https://images.example.org/api/shared/9mR2kLx0QvT5nBzY8cWd3H';
const addresses = new PageAddresses('https://images.example.org/a/9mR2kLx0QvT5nBzY8cWd3H', false);

const image = (index: number): SharedImage => ({
  id: id(index),
  name: `IMG_20260501_${index}.jpg`,
  width: 4_032,
  height: 3_024,
  file: `${api}/images/${id(index)}/file`,
  original: null,
  takenAt: `2026-05-0${1 + Math.floor(index / 20)}T10:00:00`,
});

const shared: Shared = {
  title: 'Summer <2026>',
  description: 'By the lake',
  imageCount: 100,
  role: 'contributor',
  position: 'none',
  download: true,
  approval: 'none',
  cover: image(0),
  sharedBy: 'Grace & Ada',
  since: '2026-05-12',
};

const [en, de] = ['en', 'de'].map((language) => textsFor({ headers: { 'accept-language': language } }));
if (en === undefined || de === undefined) throw new Error('No texts.');

const page = (given: Partial<PicturePage> = {}): string =>
  picturesPage(
    {
      addresses,
      api,
      taken: { types: ['image/jpeg', 'image/heic'], maxFileBytes: 1_000 },
      shared,
      images: Array.from({ length: 100 }, (_, index) => image(index)),
      isFirst: true,
      ...given,
    },
    en,
  );

describe('the page of pictures', () => {
  it('of 100 has its style and its program in less than 60 KB', () => {
    const html = page();
    expect(html.match(/<li><a/g)).toHaveLength(100);
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
  });

  it('says who shares what since when, and has what can be done above the pictures', () => {
    const html = page();
    const at = (text: string): number => {
      expect(html).toContain(text);
      return html.indexOf(text);
    };
    at('Shared by Grace &amp; Ada · since <time datetime="2026-05-12">May 12, 2026</time>');
    at('100 pictures');
    const pictures = at('class="pictures"');
    for (const action of ['href="#add"', `href="${api}/download"`, 'name="slideshow"'])
      expect(at(action)).toBeLessThan(pictures);
    at('<h2>Friday, May 1, 2026</h2>');
    at('accept="image/jpeg,image/heic"');
  });

  it('says how many there are where nobody counts them, if it shows all', () => {
    const uncounted = { shared: { ...shared, imageCount: null } };
    expect(page(uncounted)).toContain('>100 pictures</span>');
    expect(page({ ...uncounted, nextCursor: 'x' })).not.toContain('class="count"');
    expect(page({ ...uncounted, isFirst: false })).not.toContain('class="count"');
  });

  it('names nobody where nobody has a name, and is short in a frame', () => {
    expect(page({ shared: { ...shared, sharedBy: null } })).toContain('Shared since <time');
    const framed = page({ addresses: new PageAddresses(addresses.link, true) });
    for (const text of ['Grace', '<form', 'Add photos', 'By the lake</p>'])
      expect(framed).not.toContain(text);
  });

  it('tells chats the size of the picture that they get', () => {
    const html = page();
    expect(html).toContain(`property="og:image" content="${image(0).file}?w=1200&amp;format=jpeg"`);
    expect(html).toContain('property="og:image:width" content="1200"');
    expect(html).toContain('property="og:image:height" content="900"');
    expect(html).toContain('name="twitter:card" content="summary_large_image">');
    expect(html).toContain(`name="twitter:image:alt" content="${image(0).name}">`);
    expect(html).not.toMatch(/<meta[^>]*Grace/);
    const empty = page({ shared: { ...shared, cover: null }, images: [] });
    expect(empty).toContain('name="twitter:card" content="summary">');
    expect(empty).not.toContain('slideshow" hidden');
  });
});

describe('the page of one picture', () => {
  it('shows its title, its caption and its time', () => {
    const shown = { ...image(1), title: 'Boats & sails', caption: 'At <noon>' };
    const html = picturePage({ addresses, title: 'Summer', image: shown, neighbours: {} }, de);
    for (const text of ['<b>Boats &amp; sails</b>', 'At &lt;noon&gt;', '1. Mai 2026 um 10:00', 'lang="de"'])
      expect(html).toContain(text);
  });
});
