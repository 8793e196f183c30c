import { afterEach, describe, expect, it } from '@jest/globals';
import { embeddings, shownAddress } from './image-file.ts';

it('gives lines in which no name ends what it stands in', () => {
  const url = 'http://cairn.test/cdn/a%20%5D(b)%60%5C%3Ci%3E%22.jpg';
  const record = { url, id: 'i', path: '', tags: [], createdAt: '', updatedAt: '' };
  const [markdown, html, bbcode] = embeddings(record).map(({ text }) => text);
  const address = url.replace('(b)', '%28b%29');
  expect(markdown).toBe(`![a \\](b)\\\`\\\\\\<i>"](${address})`);
  expect(html).toContain('alt="a ](b)`\\&lt;i>&quot;">');
  expect(bbcode).toBe(`[img]${address}[/img]`);
});

describe('the address that the page shows an image at', () => {
  const pageAt = (origin: string) =>
    Object.defineProperty(globalThis, 'location', { value: { origin }, configurable: true });
  afterEach(() => void Reflect.deleteProperty(globalThis, 'location'));

  it.each([
    ['its own origin', 'http://cairn.lan/cdn/trip/a%20b.jpg', 'http://cairn.lan/cdn/trip/a%20b.jpg'],
    ['the public door', 'https://share.example/cdn/trip/a%20b.jpg', '/cdn/trip/a%20b.jpg'],
    ['the public door below a path', 'https://share.example/club/cdn/trip/a%20b.jpg', '/cdn/trip/a%20b.jpg'],
    ['a CDN', 'https://img.example/trip/a%20b.jpg', 'https://img.example/trip/a%20b.jpg'],
  ])('is that of the server unless a CDN serves it: %s', (_, url, shown) => {
    pageAt('http://cairn.lan');
    expect(shownAddress({ url, path: 'trip', visibility: 'public' })).toBe(shown);
  });

  it('is that of the server for a private image, which a CDN does not get', () => {
    pageAt('http://cairn.lan');
    const url = 'https://img.example/trip/a.jpg';
    expect(shownAddress({ url, path: 'trip', visibility: 'private' })).toBe('/cdn/trip/a.jpg');
  });

  it('is the given one where the folder is not known', () => {
    pageAt('http://cairn.lan');
    expect(shownAddress({ url: 'https://share.example/cdn/a.jpg' })).toBe('https://share.example/cdn/a.jpg');
  });
});
