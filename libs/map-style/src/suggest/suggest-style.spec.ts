import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { popupFaults, styleFaults } from '../model/style-faults.js';
import { type SampledFeature, statisticsOf } from './statistics.js';
import { suggestStyle } from './suggest-style.js';

const kinds = ['oak', 'lime', 'ash'];

/** Thirty features with these properties. */
const features = (
  type: string,
  propertiesOf: (index: number) => SampledFeature['properties'],
): readonly SampledFeature[] =>
  Array.from({ length: 30 }, (_, index) => ({ geometry: { type }, properties: propertiesOf(index) }));

const suggested = (type: string, propertiesOf: (index: number) => SampledFeature['properties']) =>
  suggestStyle(statisticsOf(features(type, propertiesOf)));

/** Every kind of property. */
const tree = (index: number) => ({
  fid: index + 1,
  lat: 46 + index / 7,
  height: (index * index) % 17,
  kind: kinds[index % 3],
  comment: index === 3 ? 'Hollow.' : null,
  planted: `19${10 + index}-03-01`,
  Baumname: `Tree ${index % 3}`,
  name: `Tree ${index}`,
  photo: `https://example.org/${index}.jpg`,
  website: `https://example.org/trees/${index}`,
});

describe('what is suggested for features', () => {
  it('has categories, a label and a popup', () => {
    const { style, popup } = suggested('Point', tree);
    expect(style).toEqual({
      color: {
        by: 'category',
        property: 'kind',
        colors: [
          { value: 'ash', color: '#0072b2' },
          { value: 'lime', color: '#e69f00' },
          { value: 'oak', color: '#009e73' },
        ],
      },
      label: { property: 'name' },
    });
    expect(popup).toEqual({
      title: '{name}',
      fields: ['fid', 'height', 'kind', 'comment', 'planted', 'Baumname'].map((property) => ({ property })),
      picture: '{photo}',
      link: '{website}',
    });
  });

  it('colors areas by numbers first, and points and lines by categories', () => {
    for (const type of ['Polygon', 'MultiPolygon'])
      expect(suggested(type, tree).style.color).toMatchObject({
        by: 'class',
        property: 'height',
        method: 'natural',
      });
    for (const type of ['LineString', 'Point'])
      expect(suggested(type, tree).style.color).toMatchObject({ by: 'category', property: 'kind' });
  });

  it('has zero in the middle of a diverging ramp', () => {
    const { style } = suggested('Point', (index) => ({ change: (index - 9) / 2 }));
    expect(style.color).toEqual({ by: 'ramp', property: 'change', ramp: 'PuOr', domain: [-10, 10] });
  });

  it('has classes of one hue where numbers go only a little below zero', () => {
    const { style } = suggested('Point', (index) => ({ magnitude: (index - 2) / 4 }));
    expect(style.color).toMatchObject({ by: 'class', property: 'magnitude', ramp: 'YlGnBu' });
  });

  it('measures nothing by identifiers, coordinates, and numbers of lines', () => {
    for (const name of ['id', 'OBJECTID', 'tree_id', 'plotNr', 'PLZ', 'lon'])
      expect(suggested('Point', (index) => ({ [name]: index * index })).style.color.by).toBe('one');
    expect(suggested('Point', (index) => ({ line: 500 + index })).style).toMatchObject({
      color: { by: 'one' },
      label: { property: 'line' },
    });
  });

  it('leaves the values that are rare to another color, and what few features have without any', () => {
    const many = suggested('Point', (index) => ({ kind: `kind ${Math.floor(index / 3)}` })).style.color;
    expect(many).toMatchObject({ by: 'category', colors: { length: 9 } });
    const few = suggested('Point', (index) => ({ kind: index < 9 ? kinds[index % 3] : null })).style.color;
    expect(few.by).toBe('one');
  });

  it('is one color if there is nothing to tell', () => {
    expect(suggestStyle(statisticsOf([]))).toEqual({ style: { color: { by: 'one', color: '#0072b2' } }, popup: { fields: [] } }); // prettier-ignore
    expect(suggested('Point', () => null).style).toEqual({ color: { by: 'one', color: '#0072b2' } });
    expect(suggested('Point', () => ({ same: 1, text: 'x' })).style).toEqual({ color: { by: 'one', color: '#0072b2' } }); // prettier-ignore
  });

  it('is valid for all data', () => {
    const value = fc.oneof(fc.double(), fc.string(), fc.boolean(), fc.constant(null), fc.array(fc.integer()));
    const rows = fc.array(fc.dictionary(fc.string(), value), { maxLength: 30 });
    const long = { ['x'.repeat(501)]: 1, '': 'a', large: 1e200, text: 'y'.repeat(1_001) };
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom('Point', 'Polygon'),
        fc.integer({ min: 1, max: 5 }),
        (all, type, times) => {
          const repeated = [long, ...all].flatMap((properties) =>
            Array.from({ length: times }, () => ({ geometry: { type }, properties })),
          );
          const { style, popup } = suggestStyle(statisticsOf(repeated));
          expect([...styleFaults(style), ...popupFaults(popup)]).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });
});
