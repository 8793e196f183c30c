import { describe, expect, it } from '@jest/globals';
import { popupFaults, styleFaults } from './style-faults.js';

const color = { by: 'one', color: '#ff0000' };
const category = { by: 'category', property: 'kind', colors: [{ value: 'oak', color: '#00ff00' }] };
const classes = { by: 'class', property: 'height', method: 'natural', ramp: 'Blues', breaks: [1, 2] };
const ramp = { by: 'ramp', property: 'age', ramp: 'Blues', domain: [0, 1] };

/** Each a style, and the pointers to its faults. */
const faulty: Readonly<Record<string, readonly [style: unknown, ...pointers: string[]]>> = {
  'no object': ['red', ''],
  'no color': [{}, '/color'],
  'an unknown key': [{ color, 'a/b': 1, colour: 1 }, '/a~1b', '/colour'],
  'an unknown key inside': [{ color: { ...color, alpha: 1 } }, '/color/alpha'],
  'an unknown rule': [{ color: { by: 'magic' } }, '/color/by'],
  'several faults': [{ color: { by: 'one', color: 'red' }, opacity: 2, size: { by: 'one', size: 0 } }, '/color/color', '/size/size', '/opacity'], // prettier-ignore
  'a color by name': [{ color: { by: 'one', color: 'red' } }, '/color/color'],
  'a color with alpha': [{ color: { by: 'one', color: '#ff000080' } }, '/color/color'],
  'no property': [{ color: { ...category, property: '' } }, '/color/property'],
  'a long property': [{ color: { ...category, property: 'x'.repeat(501) } }, '/color/property'],
  'no categories': [{ color: { ...category, colors: [] } }, '/color/colors'],
  'many categories': [{ color: { ...category, colors: Array.from({ length: 51 }, (_, value) => ({ value, color: '#00ff00' })) } }, '/color/colors'], // prettier-ignore
  'a value twice': [{ color: { ...category, colors: [...category.colors, ...category.colors] } }, '/color/colors/1/value'], // prettier-ignore
  'a value that is none': [{ color: { ...category, colors: [{ value: null, color: '#00ff00' }] } }, '/color/colors/0/value'], // prettier-ignore
  'a long value': [{ color: { ...category, colors: [{ value: 'x'.repeat(1_001), color: '#00ff00' }] } }, '/color/colors/0/value'], // prettier-ignore
  'an empty name': [{ color: { ...category, colors: [{ value: 1, color: '#00ff00', name: '' }] } }, '/color/colors/0/name'], // prettier-ignore
  'an unknown ramp': [{ color: { ...ramp, ramp: 'RdYlGn' } }, '/color/ramp'],
  'an unknown method': [{ color: { ...classes, method: 'jenks' } }, '/color/method'],
  'no breaks': [{ color: { ...classes, breaks: [] } }, '/color/breaks'],
  'many breaks': [{ color: { ...classes, breaks: [1, 2, 3, 4, 5, 6, 7, 8, 9] } }, '/color/breaks'],
  'breaks that do not rise': [
    { color: { ...classes, breaks: [1, 1, 0] } },
    '/color/breaks/1',
    '/color/breaks/2',
  ],
  'a break that is no number': [{ color: { ...classes, breaks: [1, NaN] } }, '/color/breaks/1'],
  'an endless number': [{ color: { ...classes, breaks: [1, 1e101] } }, '/color/breaks/1'],
  'a domain of nothing': [{ color: { ...ramp, domain: [1, 1] } }, '/color/domain'],
  'a domain of three': [{ color: { ...ramp, domain: [1, 2, 3] } }, '/color/domain'],
  'sizes that fall': [
    { color, size: { by: 'ramp', property: 'a', domain: [0, 1], range: [9, 8] } },
    '/size/range',
  ],
  'a large size': [{ color, width: { by: 'one', size: 101 } }, '/width/size'],
  'an icon with a path': [{ color, icon: { by: 'one', icon: '../oak' } }, '/icon/icon'],
  'icons without another': [{ color, icon: { by: 'category', property: 'a', icons: [{ value: 1, icon: 'oak' }] } }, '/icon/other'], // prettier-ignore
  'a label of nothing': [{ color, label: {} }, '/label'],
  'a label of both': [{ color, label: { property: 'a', template: '{a}' } }, '/label'],
  'a brace without its other': [{ color, label: { template: '{name' } }, '/label/template'],
  'a placeholder without a name': [{ color, label: { template: '{}' } }, '/label/template'],
  'an unknown way of drawing': [{ color, drawAs: 'magic' }, '/drawAs'],
  'heat of classes': [{ color: classes, drawAs: 'heat' }, '/color/by'],
  'heat of categories': [{ color: category, drawAs: 'heat' }, '/color/by'],
  'clusters of categories': [{ color: category, drawAs: 'clusters' }, '/color/by'],
  'hexagons of categories': [{ color: category, drawAs: 'hexagons' }, '/color/by'],
  'a key that is undefined': [{ color, label: undefined }, '/label'],
};

describe('the faults of a style', () => {
  it.each(Object.entries(faulty))('%s', (_, [style, ...pointers]) => {
    const faults = styleFaults(style);
    expect(faults.map(({ pointer }) => pointer)).toEqual(pointers);
    for (const { reason } of faults) expect(reason).not.toBe('');
  });

  it('are none of what may be said', () => {
    for (const rule of [color, category, classes, ramp]) expect(styleFaults({ color: rule })).toEqual([]);
    for (const drawAs of ['features', 'clusters', 'hexagons'])
      expect(styleFaults({ color: classes, drawAs })).toEqual([]);
    expect(styleFaults({ color: ramp, drawAs: 'heat' })).toEqual([]);
  });
});

it('the faults of a popup', () => {
  const pointers = (popup: unknown) => popupFaults(popup).map(({ pointer }) => pointer);
  expect(pointers({})).toEqual([]);
  expect(pointers({ title: '{name}', fields: [{ property: 'a', name: 'A' }] })).toEqual([]);
  expect(pointers(null)).toEqual(['']);
  expect(pointers({ html: '<b>', fields: [{ name: 'A' }, { property: 'a', kind: 1 }] })).toEqual(['/fields/0/property', '/fields/1/kind', '/html']); // prettier-ignore
  expect(pointers({ title: '{', template: '', picture: 'x'.repeat(1_001), link: 5 })).toEqual(['/title', '/picture', '/link', '/template']); // prettier-ignore
  expect(pointers({ fields: Array.from({ length: 51 }, () => ({ property: 'a' })) })).toEqual(['/fields']);
});
