import { describe, expect, it } from '@jest/globals';
import { boxesIntersect } from '@cairn/geometry';
import { compareTexts } from '@cairn/kernel';
import { featureLevel } from '@cairn/spaces/spi';
import { buildPack, PackTooLarge } from './build-pack.js';
import { ContentPack } from './content-pack.js';
import { chunksOf, drawing, packOf, randomFeature, randomFeatures } from './random-features.spec.kit.js';

const at = { content: 'c', version: 9 };

describe('a pack', () => {
  const features = randomFeatures(500, drawing(5));

  it('has each feature as it was, in the order of the ids', async () => {
    const pack = await packOf(features);
    expect([pack.at, pack.featureCount]).toEqual([at, 500]);
    for (const [position, { feature, boxes }] of features.entries()) {
      expect([pack.idAt(position), pack.positionOf(feature.id)]).toEqual([feature.id, position]);
      expect([pack.featureAt(position), pack.boxesAt(position)]).toEqual([feature, boxes]);
      expect(pack.levelAt(position)).toBe(featureLevel(feature.id, boxes));
    }
  });

  it('tells where ids would be that it does not have', async () => {
    const pack = await packOf(features);
    for (const id of ['', 'a', 'a"\\\n', 'Z25', 'Z99999', '\uffff', '\u{10ffff}', '"', 'Z1","geometry":'])
      expect([id, pack.positionOf(id), pack.placeOf(id)]).toEqual([
        id,
        undefined,
        features.filter(({ feature }) => compareTexts(feature.id, id) < 0).length,
      ]);
  });

  it('finds by its tree all that are in a box, and those of which it says so surely are', async () => {
    const pack = await packOf(features.filter(({ boxes }) => boxes.length === 1));
    for (const box of [
      [10.2, 50.1, 10.21, 50.4],
      [-180, -90, 180, 90],
      [17, 0, 17, 0],
    ] as const) {
      const found = new Map<number, boolean>();
      pack.search([box], (position, isInside) => found.set(position, isInside).size > 0);
      for (let position = 0; position < pack.featureCount; position += 1) {
        const boxes = pack.boxesAt(position);
        if (boxesIntersect(boxes, [box])) expect(found.has(position)).toBe(true);
        const isSure = found.get(position) === true;
        const [[west, south, east, north] = [0, 0, 0, 0]] = boxes;
        if (isSure) expect(west >= box[0] && south >= box[1] && east <= box[2] && north <= box[3]).toBe(true);
      }
    }
  });

  it('may be of no features, or of none with a geometry', async () => {
    const empty = await packOf([]);
    expect([empty.featureCount, empty.bounds, empty.positionOf('a'), empty.placeOf('a')]).toEqual([
      0,
      undefined,
      undefined,
      0,
    ]);
    const nowhere = await packOf(features.filter(({ boxes }) => boxes.length === 0));
    expect([nowhere.featureCount > 0, nowhere.bounds, nowhere.boxesAt(0)]).toEqual([true, undefined, []]);
  });

  it('reads texts of several segments', async () => {
    const many = [...'abc'].map((id) => randomFeature(id, drawing(3)));
    const long = many.map((stored) => ({
      ...stored,
      feature: { ...stored.feature, tags: ['ü'.repeat(5 * 2 ** 20)] },
    }));
    const pack = await packOf(long);
    expect(pack.content.texts.length).toBe(3);
    expect(
      long.every(({ feature: { tags } }, position) => pack.featureAt(position).tags[0] === tags[0]),
    ).toBe(true);
  });
});

describe('building a pack', () => {
  const features = randomFeatures(100, drawing(8));

  it('ends with an error of its own where the pack gets larger than it may', async () => {
    const sizes: number[] = [];
    const fits = (bytes: number): boolean => sizes.push(bytes) < 9;
    const building = buildPack(chunksOf(features), { at, fits });
    await expect(building).rejects.toThrow(PackTooLarge);
    await expect(building).rejects.toMatchObject({ sizeInBytes: sizes.at(-1) });
  });

  it('tells about the size that the pack then has', async () => {
    let told = 0;
    const fits = (bytes: number): boolean => (told = bytes) > 0;
    const pack = new ContentPack(await buildPack(chunksOf(features), { at, fits }));
    expect(Math.abs(pack.sizeInBytes / told - 1)).toBeLessThan(0.1);
  });

  it('refuses features that are not in the order of their ids', async () => {
    const building = buildPack(chunksOf([...features].reverse()), { at, fits: () => true });
    await expect(building).rejects.toThrow('is not in its place');
  });
});
