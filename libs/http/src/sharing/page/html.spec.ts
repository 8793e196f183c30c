import { describe, expect, it } from '@jest/globals';
import { pageHeaders } from './html.js';

const ORIGIN = 'https://tiles.example.org';

describe('the headers of a page', () => {
  it('let a map load its base map, and nobody else', () => {
    const policyOf = (...given: Parameters<typeof pageHeaders>) =>
      pageHeaders(...given)['Content-Security-Policy'];
    const withMap = policyOf({ scripts: 'with a map', mapsFrom: [ORIGIN] });
    expect(withMap).toContain(`img-src 'self' data: ${ORIGIN};`);
    expect(withMap).toContain(`connect-src 'self' ${ORIGIN};`);
    for (const scripts of ['of pictures', undefined] as const)
      expect(policyOf({ scripts, mapsFrom: [ORIGIN] })).not.toContain(ORIGIN);
  });

  it('tell servers of tiles the origin of the page, and others nothing', () => {
    const referrer = (mapsFrom: readonly string[]) =>
      pageHeaders({ scripts: 'with a map', mapsFrom })['Referrer-Policy'];
    expect([referrer([]), referrer([ORIGIN])]).toEqual(['same-origin', 'strict-origin-when-cross-origin']);
  });
});
