import fc from 'fast-check';
import { geometries } from './geometries.js';
import { oddValue, Raw, toJson } from './json-text.js';
import { anyText } from './naughty-strings.js';
import { weighted } from './weighted.js';

/** The JSON text of a feature that gets this id, unless its id was changed. */
export type FeatureText = (id: string) => string;

const ID = '\u2063id\u2063';

const texts = weighted(
  [4, fc.string({ unit: 'grapheme', maxLength: 12 })],
  [1, anyText],
  [
    1,
    fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      'type',
      'geometry',
      '@ns:com:here:xyz',
      'a.b',
      '',
    ),
  ],
);
const numbers = fc
  .constantFrom(
    '-0',
    '0.10',
    '1E5',
    '1e-324',
    '4.9e-324',
    '9007199254740993',
    '-123456789012345678901234567890',
    '1.7976931348623157e308',
  )
  .map((json) => new Raw(json));
const values = fc.letrec<{ readonly value: unknown }>((tie) => ({
  value: weighted<unknown>(
    [4, texts],
    [3, fc.double({ noNaN: true, noDefaultInfinity: true })],
    [2, numbers],
    [2, fc.constantFrom(true, false, null)],
    [1, fc.array(tie('value'), { maxLength: 3, depthIdentifier: 'features' })],
    [1, fc.dictionary(texts, tie('value'), { maxKeys: 3, depthIdentifier: 'features' })],
  ),
})).value;
const members = fc.dictionary(texts, values, { maxKeys: 4 });

const valid = fc
  .tuple(fc.option(geometries), members, members)
  .map(([geometry, properties, { id, type, ...foreign }]) => ({
    ...foreign,
    type: 'Feature',
    id: ID,
    geometry,
    properties,
  }));

/** Values that are at the edge of what a coordinate may be, or beyond. */
const oddNumber = fc
  .constantFrom(
    '1e400',
    '-1e400',
    '-0',
    '180',
    '180.0000001',
    '-90.00000001',
    '1e-400',
    '9007199254740993',
    '90',
    'null',
    '"1"',
    '[1,2]',
  )
  .map((json) => new Raw(json));

type Change = (value: unknown) => unknown;
const changes = weighted<Change>(
  [3, oddValue.map((odd) => () => odd)],
  [3, oddNumber.map((odd) => () => odd)],
  [1, fc.constant(() => undefined)],
  [
    1,
    fc.constantFrom<Change>(
      (value) => [value],
      (value) => [value, value],
      (value) => ({ type: 'Feature', value }),
    ),
  ],
  [1, geometries.map((geometry) => () => geometry)],
);

/** Features of which most are changed in one place, at any depth, so that they may be invalid. */
export const featureTexts: fc.Arbitrary<FeatureText> = weighted<unknown>(
  [2, valid],
  [
    3,
    fc
      .tuple(valid, fc.array(fc.nat(), { minLength: 1, maxLength: 7 }), changes)
      .map(([feature, path, change]) => changed(feature, path, change)),
  ],
).map((feature) => {
  const text = toJson(feature);
  return (id) => text.replaceAll(ID, id);
});

/** Changes what the path leads to; `undefined` is left out. A path that is too long ends at a leaf. */
function changed(value: unknown, [step, ...rest]: readonly number[], change: Change): unknown {
  if (step === undefined || typeof value !== 'object' || value === null || value instanceof Raw)
    return change(value);
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  if (entries.length === 0) return change(value);
  const next = entries.flatMap(([name, member], index) => {
    const result = index === step % entries.length ? changed(member, rest, change) : member;
    return result === undefined ? [] : [[name, result] as const];
  });
  return Array.isArray(value) ? next.map(([, member]) => member) : Object.fromEntries(next);
}
