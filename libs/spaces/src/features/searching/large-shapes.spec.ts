import { describe, expect, it } from '@jest/globals';
import type { Geometry, Position } from '@cairn/geometry';
import type { StoredFeature } from '../content/stored-feature.js';
import { criteriaMatcher } from './criteria-matcher.js';
import { type ContentShapes, LargeShapes } from './large-shapes.js';

/** A circle of 1,000 positions around [at, 0]. */
function circle(at: number): Geometry {
  const ring = Array.from({ length: 1_000 }, (_, index): Position => {
    const angle = (2 * Math.PI * index) / 999;
    return index === 999 ? [at + 1, 0] : [at + Math.cos(angle), Math.sin(angle)];
  });
  return { type: 'Polygon', coordinates: [ring] };
}

/** A feature that counts how often its text is read. */
function feature(
  id: string,
  geometry: Geometry,
  version = 1,
): { readonly stored: StoredFeature; reads: number } {
  const text = JSON.stringify({ type: 'Feature', id, geometry, properties: {} });
  const counted = {
    reads: 0,
    stored: {
      id,
      version,
      createdAt: 1,
      updatedAt: 1,
      tags: [],
      get body() {
        counted.reads += 1;
        return `${text.slice(0, -2)}"@ns:com:here:xyz":{`;
      },
    },
  };
  return counted;
}

/** Whether the box touches a feature. */
const touches = (stored: StoredFeature, shapes: ContentShapes, [x, y]: Position): boolean =>
  criteriaMatcher({ boxes: [[x, y, x + 0.01, y + 0.01]] })({ feature: stored, shapes });

const OUTSIDE: Position = [0.9, 0.9];
const INSIDE: Position = [0.5, 0.5];
const ON_EDGE: Position = [0.995, -0.005];

describe('LargeShapes', () => {
  it('are read once', () => {
    const shapes = new LargeShapes().of('content');
    const large = feature('a', circle(0));
    for (let times = 0; times < 2; times += 1)
      expect([OUTSIDE, INSIDE, ON_EDGE].map((place) => touches(large.stored, shapes, place))).toEqual([
        false,
        true,
        true,
      ]);
    expect(large.reads).toBe(1);
  });

  it('are those of one version of a feature of one content', () => {
    const all = new LargeShapes();
    const asked = [
      ['one', feature('a', circle(0)), true],
      ['other', feature('a', circle(5)), false],
      ['one', feature('a', circle(5), 2), false],
      ['one', feature('b', circle(5)), false],
      ['one', feature('a', circle(0)), true],
    ] as const;
    for (const [content, { stored }, expected] of asked)
      expect(touches(stored, all.of(content), INSIDE)).toBe(expected);
    expect(asked.map(([, { reads }]) => reads)).toEqual([1, 1, 1, 1, 0]);
  });

  it('of which the least recently used are forgotten, keep to their bound', () => {
    const all = new LargeShapes(50_000); // two of them
    const shapes = all.of('content');
    const features = ['a', 'b', 'c'].map((id) => feature(id, circle(0)));
    const [a, b, c] = features.map(
      ({ stored }) =>
        () =>
          touches(stored, shapes, INSIDE),
    );
    for (const ask of [a, b, a, c, a, b]) expect(ask?.()).toBe(true);
    expect(features.map(({ reads }) => reads)).toEqual([1, 2, 1]);
    expect(all.sizeInBytes).toBeGreaterThan(40_000);
    expect(all.sizeInBytes).toBeLessThan(50_000);
  });

  it('that are larger than all of the memory are compared, and not kept', () => {
    const all = new LargeShapes(10_000);
    const large = feature('a', circle(0));
    for (let times = 0; times < 2; times += 1)
      expect(touches(large.stored, all.of('c'), OUTSIDE)).toBe(false);
    expect([large.reads, all.sizeInBytes]).toEqual([2, 0]);
  });

  it('have no shape for a feature without a geometry', () => {
    const body = '{"type":"Feature","id":"a","geometry":null,"properties":{"@ns:com:here:xyz":{';
    const stored = { id: 'a', body, version: 1, createdAt: 1, updatedAt: 1, tags: [] };
    expect(touches(stored, new LargeShapes().of('content'), INSIDE)).toBe(false);
  });
});
