import { type StyleSpecification, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import fc from 'fast-check';
import { type RampName, RAMPS } from '../colors/ramps.js';
import { popupFaults, styleFaults } from '../model/style-faults.js';
import type { LayerStyle } from '../model/layer-style.js';
import type { Popup } from '../model/popup.js';
import type { LayerPlace } from './style-layer.js';
import { styleLayers } from './style-layers.js';

const isRampName = (one: string): one is RampName => one in RAMPS;

const number = fc.double({ min: -1e100, max: 1e100, noNaN: true });
const pixels = fc.double({ min: 1, max: 100, noNaN: true });
const color = fc
  .tuple(...['0', '0', '0', '0', '0', '0'].map(() => fc.constantFrom(...'0123456789abcdefABCDEF')))
  .map((digits) => `#${digits.join('')}`);
const name = fc.string({ minLength: 1, maxLength: 30 });
const property = fc.oneof(
  fc.constantFrom('name', 'kind', 'height', 'a b', '__proto__', 'constructor', 'a.b', '{', 'ä', 'id'),
  name,
);
const icon = fc.stringMatching(/^[\w-]{1,20}$/);
const value = fc.oneof(fc.constantFrom('toString', '__proto__', '', '1'), fc.string(), number, fc.boolean());
const ramp = fc.constantFrom(...Object.keys(RAMPS).filter(isRampName));
const ascending = (of: fc.Arbitrary<number>) =>
  fc
    .tuple(of, of)
    .filter(([one, other]) => one !== other)
    .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);

const template = fc
  .array(
    fc.oneof(
      fc.string({ minLength: 1, maxLength: 10 }).map((text) => text.replaceAll(/[{}]/g, '$&$&')),
      property.filter((one) => !/[{}]/.test(one)).map((one) => `{${one}}`),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(''));

/** Objects in which keys of the second may be missing. */
const some = <T extends object>(all: { [Key in keyof T]: fc.Arbitrary<T[Key]> }, required: (keyof T)[]) =>
  fc.record(all, { requiredKeys: required });

const by = <By extends string>(one: By) => fc.constant(one);
const once = <T extends { readonly value: unknown }>(entry: fc.Arbitrary<T>) =>
  fc.uniqueArray(entry, { minLength: 1, maxLength: 8, selector: (one) => one.value });

const ramped = {
  by: by('ramp'),
  property,
  ramp,
  domain: ascending(number),
  reversed: fc.boolean(),
  other: color,
};
const colorRule = fc.oneof(
  fc.record({ by: by('one'), color }),
  some({ by: by('category'), property, colors: once(some({ value, color, name }, ['value', 'color'])), other: color }, ['by', 'property', 'colors']), // prettier-ignore
  some(
    {
      by: by('class'),
      property,
      ramp,
      method: fc.constantFrom('quantiles', 'equal', 'natural'),
      breaks: fc
        .uniqueArray(number, { minLength: 1, maxLength: 8, comparator: (one, other) => one === other })
        .map((all) => all.toSorted((one, other) => one - other)),
      reversed: fc.boolean(),
      other: color,
    },
    ['by', 'property', 'ramp', 'method', 'breaks'],
  ),
  some(ramped, ['by', 'property', 'ramp', 'domain']),
);
const range = fc
  .tuple(pixels, pixels)
  .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
const sizeRule = fc.oneof(
  fc.record({ by: by('one'), size: pixels }),
  fc.record({ by: by('ramp'), property, domain: ascending(number), range }),
);
const iconRule = fc.oneof(
  fc.record({ by: by('one'), icon }),
  fc.record({ by: by('category'), property, icons: once(some({ value, icon, name }, ['value', 'icon'])), other: icon }), // prettier-ignore
);
const labelled = {
  size: fc.double({ min: 8, max: 40, noNaN: true }),
  minZoom: fc.double({ min: 0, max: 24, noNaN: true }),
  priority: fc.record({ property, first: fc.constantFrom('greatest', 'smallest') }),
};
const label = fc.oneof(
  some({ property, ...labelled }, ['property']),
  some({ template, ...labelled }, ['template']),
);

/** A style of any kind: what the model can say, and what it cannot, as `drawAs` and the color are chosen apart. */
const anyStyle = some(
  {
    color: colorRule,
    size: sizeRule,
    width: sizeRule,
    icon: iconRule,
    label,
    opacity: fc.double({ min: 0, max: 1, noNaN: true }),
    drawAs: fc.constantFrom('features', 'heat', 'clusters', 'hexagons'),
  },
  ['color'],
);

const isStyle = (style: unknown): style is LayerStyle => styleFaults(style).length === 0;
const isPopup = (popup: unknown): popup is Popup => popupFaults(popup).length === 0;

/** Every style that the model can say. */
export const styles: fc.Arbitrary<LayerStyle> = anyStyle.filter(isStyle);

/** Every popup that the model can say. */
export const popups: fc.Arbitrary<Popup> = some(
  {
    title: template,
    template,
    picture: template,
    link: template,
    fields: fc.array(some({ property, name }, ['property']), { maxLength: 8 }),
  },
  [],
).filter(isPopup);

const place = some<Omit<LayerPlace, 'source' | 'sourceLayer' | 'idPrefix'>>(
  {
    theme: fc.constantFrom('light', 'dark'),
    shapes: fc.subarray(['point', 'polygon', 'line'] as const),
    font: name,
  },
  ['theme'],
);

interface RandomLayer {
  readonly style: LayerStyle;
  readonly place: Omit<LayerPlace, 'source' | 'sourceLayer' | 'idPrefix'>;
}

/** Every map of up to four layers. */
export const maps: fc.Arbitrary<readonly RandomLayer[]> = fc.array(fc.record({ style: styles, place }), {
  minLength: 1,
  maxLength: 4,
});

const tiles = { type: 'vector', tiles: ['https://example.org/{z}/{x}/{y}.mvt'] } as const;

/** What MapLibre finds wrong with a map. */
export function faultsOfMap(map: readonly RandomLayer[]): readonly string[] {
  const layers = map.flatMap(({ style, place: where }, index) =>
    styleLayers(style, { ...where, source: 'space', sourceLayer: 'huts', idPrefix: `layer-${index}-` }),
  );
  const sources = { space: tiles, 'space-cells': tiles };
  const glyphs = 'https://example.org/{fontstack}/{range}.pbf';
  const sprite = 'https://example.org/sprite';
  const style = JSON.parse(
    JSON.stringify({ version: 8, sources, glyphs, sprite, layers }),
  ) as StyleSpecification;
  return validateStyleMin(style).map(({ message }) => message);
}

/** The attributes that the layers of a map read, besides the figures of cells and what is no property of theirs. */
export function attributesOf({ style, place: where }: RandomLayer): ReadonlySet<string> {
  const layers = styleLayers(style, { ...where, source: 'space', sourceLayer: 'huts', idPrefix: '' });
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) {
      const [operator, name] = value as unknown[];
      if ((operator === 'get' || operator === 'has') && typeof name === 'string') found.add(name);
      value.forEach(look);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
  };
  look(layers.filter(({ source }) => source === 'space'));
  return found;
}
