import { expect, it } from '@jest/globals';
import { embeddings } from './image-file.ts';

it('gives lines in which no name ends what it stands in', () => {
  const url = 'http://cairn.test/cdn/a%20%5D(b)%60%5C%3Ci%3E%22.jpg';
  const record = { url, id: 'i', path: '', tags: [], createdAt: '', updatedAt: '' };
  const [markdown, html, bbcode] = embeddings(record).map(({ text }) => text);
  const address = url.replace('(b)', '%28b%29');
  expect(markdown).toBe(`![a \\](b)\\\`\\\\\\<i>"](${address})`);
  expect(html).toContain('alt="a ](b)`\\&lt;i>&quot;">');
  expect(bbcode).toBe(`[img]${address}[/img]`);
});
