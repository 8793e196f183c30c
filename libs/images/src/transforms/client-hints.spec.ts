import { describe, expect, it } from '@jest/globals';
import { canonicalQuery } from './canonical-query.js';
import { withHints, type ClientHints } from './client-hints.js';
import { parseTransform, type Query } from './parse-transform.js';

const hinted = (query: Query, hints: ClientHints): string =>
  canonicalQuery(withHints(parseTransform(query), hints));

describe('withHints', () => {
  it('takes the ratio of pixels, in steps of the ladder', () => {
    expect(hinted({ w: '320' }, { dpr: 1.25 })).toBe('dpr=2&w=320');
    expect(hinted({ w: '320' }, { dpr: 0.8 })).toBe('w=320');
    expect(hinted({ h: '320' }, { dpr: 4 })).toBe('dpr=3&h=320');
  });

  it('takes the width of the image, which has the ratio in it, and else that of the view', () => {
    expect(hinted({ format: 'webp' }, { width: 610, dpr: 2 })).toBe('format=webp&w=640');
    expect(hinted({ dpr: '2' }, { width: 610 })).toBe('dpr=2&w=320');
    expect(hinted({ format: 'webp' }, { width: 610, viewportWidth: 1000 })).toBe('format=webp&w=640');
    expect(hinted({ format: 'webp' }, { viewportWidth: 411, dpr: 2 })).toBe('dpr=2&format=webp&w=480');
    expect(hinted({ format: 'webp' }, { viewportWidth: 9_999 })).toBe('format=webp&w=3840');
  });

  it('changes nothing that the query says, and no text', () => {
    const place = { dpr: 2, width: 610, viewportWidth: 1000 };
    expect(hinted({ w: '320', dpr: '1' }, place)).toBe('w=320');
    expect(hinted({ h: '100' }, place)).toBe('dpr=2&h=100');
    expect(hinted({ format: 'thumbhash' }, place)).toBe('format=thumbhash');
    expect(hinted({ w: '320' }, {})).toBe('w=320');
  });
});
