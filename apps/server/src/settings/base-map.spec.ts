import { describe, expect, it } from '@jest/globals';
import { parseSettings } from './settings.js';
import { faultsOf } from './settings.spec.kit.js';

const CREDITS = '[© OpenStreetMap](https://www.openstreetmap.org/copyright)';
const PICTURES = 'https://tiles.example.org/{z}/{x}/{y}.png?key=a';

const baseMapOf = (env: Readonly<Record<string, string>>) => parseSettings(env).baseMap;

describe('the base map of the settings', () => {
  it('is the ground if there is no other', () => {
    expect(baseMapOf({})).toBeUndefined();
  });

  it.each([
    [PICTURES, 'raster'],
    ['https://tiles.example.org/world.pmtiles?v=1', 'pmtiles'],
    ['https://tiles.example.org/styles/streets', 'style'],
  ])('is what its address says: %s', (url, kind) => {
    expect(baseMapOf({ CAIRN_BASE_MAP_URL: url, CAIRN_BASE_MAP_ATTRIBUTION: CREDITS })).toEqual({
      kind,
      url,
      attribution: CREDITS,
      maxZoom: 19,
      origins: ['https://tiles.example.org'],
    });
  });

  it('may load from other origins, and have fewer zooms', () => {
    const env = {
      CAIRN_BASE_MAP_URL: 'https://tiles.example.org/style.json',
      CAIRN_BASE_MAP_ORIGINS: 'https://fonts.example.org, https://tiles.example.org',
      CAIRN_BASE_MAP_MAX_ZOOM: '16',
    };
    expect(baseMapOf(env)).toMatchObject({
      attribution: '',
      maxZoom: 16,
      origins: ['https://tiles.example.org', 'https://fonts.example.org'],
    });
  });

  it.each([
    ['ftp://example.org/style.json', 'must be an http or https address without user'],
    ['https://user:secret@example.org/style.json', 'must be an http or https address without user'],
    ['https://{s}.example.org/{z}/{x}/{y}.png', 'must have {z}, {x} and {y} once each'],
    ['https://example.org/{z}/{x}.png', 'must have {z}, {x} and {y} once each'],
    ['https://example.org/{z}/{x}/{y}{r}.png', 'must have {z}, {x} and {y} once each'],
  ])('refuses the address %s', (url, fault) => {
    expect(faultsOf({ CAIRN_BASE_MAP_URL: url, CAIRN_BASE_MAP_ATTRIBUTION: CREDITS })).toEqual([
      expect.stringContaining(`CAIRN_BASE_MAP_URL ${fault}`),
    ]);
  });

  it('is shown with its attribution, which is text with links', () => {
    const fault = (env: Readonly<Record<string, string>>) =>
      faultsOf({ CAIRN_BASE_MAP_URL: PICTURES, ...env });
    expect(fault({})).toEqual([
      expect.stringMatching(/^CAIRN_BASE_MAP_URL needs CAIRN_BASE_MAP_ATTRIBUTION/),
    ]);
    for (const text of ['<b>x</b>', '[x](javascript:x)'])
      expect(fault({ CAIRN_BASE_MAP_ATTRIBUTION: text })).toEqual([
        expect.stringMatching(/^CAIRN_BASE_MAP_ATTRIBUTION must be text, with links/),
      ]);
    const url = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';
    expect(fault({ CAIRN_BASE_MAP_URL: url, CAIRN_BASE_MAP_ATTRIBUTION: 'Example' })).toEqual([
      expect.stringMatching(/^CAIRN_BASE_MAP_ATTRIBUTION must name OpenStreetMap/),
    ]);
  });

  it('has an address where anything else is said of it', () => {
    expect(faultsOf({ CAIRN_BASE_MAP_ATTRIBUTION: CREDITS, CAIRN_BASE_MAP_MAX_ZOOM: '3' })).toEqual([
      expect.stringMatching(/^CAIRN_BASE_MAP_ATTRIBUTION needs CAIRN_BASE_MAP_URL/),
      expect.stringMatching(/^CAIRN_BASE_MAP_MAX_ZOOM needs CAIRN_BASE_MAP_URL/),
    ]);
  });
});
