import type { MapDescription, MapField } from './describe-map.js';

const kinds: Readonly<Record<MapField['type'], string>> = {
  string: 'String',
  number: 'Number',
  boolean: 'Boolean',
};

/** The attributes of the layer, as TileJSON names their types. */
export function fieldTypesOf({ fields }: Pick<MapDescription, 'fields'>): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map(({ name, type }) => [name, kinds[type]]));
}

/** Whose data it is, as HTML, as which maps show it; empty where the space does not say. */
export function attributionOf({ space: { settings } }: Pick<MapDescription, 'space'>): string {
  const { copyright = [], license } = settings;
  const labels = copyright.flatMap(({ label }) => (label === undefined ? [] : [label]));
  return [...labels, ...(license === undefined ? [] : [license])].map(escaped).join(', ');
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? '');
