import { expect } from '@jest/globals';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import type { Rows } from './row.js';
import { BASE } from './world.js';

const FONT = encodeURIComponent('Noto Sans Regular');

/** The base map of the world. */
export const ground: Rows = {
  getGroundTile: {
    gives: 200,
    works: async ({ nobody }) => {
      const answer = await nobody.get('/ground/0/0/0.mvt');
      const { layers } = new VectorTile(new PbfReader(answer.bytes));
      expect(Object.keys(layers)).toEqual(expect.arrayContaining(['earth', 'borders']));
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ nobody }) => nobody.get('/ground/4/16/5.mvt'),
  },
  getGroundGlyphs: {
    gives: 200,
    works: async ({ nobody }) => {
      const answer = await nobody.get(`/ground/fonts/${FONT}/0-255.pbf`);
      expect(answer.bytes.includes('Noto Sans')).toBe(true);
      return answer;
    },
    refused: [404, 'not-found'],
    fails: ({ nobody }) => nobody.get(`/ground/fonts/${FONT}/65280-65535.pbf`),
  },
  getGroundFont: {
    gives: 200,
    works: async ({ nobody }) => {
      const style = (await nobody.get('/ground/style.json')).json<{
        readonly 'font-faces': Readonly<Record<string, readonly { readonly url: string }[]>>;
      }>();
      const [face] = Object.values(style['font-faces']).flat();
      const answer = await nobody.get(face?.url.slice(BASE.length) ?? '');
      expect(answer.bytes.subarray(0, 4).toString()).toBe('wOF2');
      return answer;
    },
    refused: [404, 'not-found'],
    fails: ({ nobody }) => nobody.get('/ground/fonts/none.woff2'),
  },
  getGroundSpriteIndex: {
    gives: 200,
    works: async ({ nobody }) =>
      (await nobody.get('/ground/sprite@2x.json')).shows({ marker: { pixelRatio: 2, sdf: true } }),
    refused: [404, 'not-found'],
    fails: ({ nobody }) => nobody.get('/ground/sprite@3x.json'),
  },
  getGroundSprite: {
    gives: 200,
    works: async ({ nobody }) => {
      const answer = await nobody.get('/ground/sprite.png');
      expect(answer.bytes.subarray(1, 4).toString()).toBe('PNG');
      return answer;
    },
    refused: [404, 'not-found'],
    fails: ({ nobody }) => nobody.get('/ground/icons.png'),
  },
  getGroundStyle: {
    gives: 200,
    works: async ({ nobody }) =>
      (await nobody.get('/ground/style.json?theme=dark&language=de')).shows({
        version: 8,
        glyphs: expect.stringContaining(`${BASE}/ground/fonts/{fontstack}/{range}.pbf?v=`),
        sources: { ground: { attribution: expect.stringContaining('GeoNames') } },
      }),
    refused: [400, 'invalid-input'],
    fails: ({ nobody }) => nobody.get('/ground/style.json?theme=blue'),
  },
};
