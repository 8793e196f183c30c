import { describe, expect, it } from '@jest/globals';
import { creditsOf } from './credits.ts';

describe('the attribution of a base map', () => {
  it('is text with links, and nothing else', () => {
    expect(creditsOf('© [Map & data](https://example.org/?a=1&b="2), <b>others</b>')).toBe(
      '© <a target="_blank" rel="noreferrer" href="https://example.org/?a=1&amp;b=&quot;2">Map &amp; data</a>, ' +
        '&lt;b&gt;others&lt;/b&gt;',
    );
  });

  it('links to nothing but pages', () => {
    expect(creditsOf('[x](javascript:alert)')).toBe('[x](javascript:alert)');
  });
});
