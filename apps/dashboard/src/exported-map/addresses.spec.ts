import { describe, expect, it } from '@jest/globals';
import { archivesIn, withAddresses } from './addresses.js';

const folder = 'https://maps.example/our%20maps/huts/';
const style = {
  glyphs: 'ground/fonts/{fontstack}/{range}.pbf',
  sprite: 'ground/sprite',
  'font-faces': { Noto: [{ url: 'ground/fonts/a.woff2', 'unicode-range': ['U+0-FF'] }] },
  sources: {
    ground: { type: 'vector', tiles: ['pmtiles://ground/ground.pmtiles/{z}/{x}/{y}'] },
    other: { type: 'geojson' },
  },
};

describe('the addresses of a style', () => {
  it('are whole, below any path', () => {
    expect(withAddresses(style, folder)).toEqual({
      glyphs: `${folder}ground/fonts/{fontstack}/{range}.pbf`,
      sprite: `${folder}ground/sprite`,
      'font-faces': { Noto: [{ url: `${folder}ground/fonts/a.woff2`, 'unicode-range': ['U+0-FF'] }] },
      sources: {
        ground: { type: 'vector', tiles: [`pmtiles://${folder}ground/ground.pmtiles/{z}/{x}/{y}`] },
        other: { type: 'geojson' },
      },
    });
  });

  it('name the archives', () =>
    expect(archivesIn(withAddresses(style, folder))).toEqual([`${folder}ground/ground.pmtiles`]));
});
