import type { MapRecord } from '@cairn/api-schema';
import type { Feature } from '@cairn/client';
import { propertiesOf } from '@cairn/map-style';

interface Fact {
  readonly key: string;
  readonly datatype: string;
}

/** The properties that a layer gives: its columns, or else all that it shows, in the order in which a popup tells of them. */
export function columnsOf({ table, style, popup = {} }: MapRecord['layers'][number]): readonly string[] {
  if (table !== undefined) return table;
  const { title = '', template = '', fields = [] } = popup;
  const place = (name: string): number => {
    if (title.includes(`{${name}}`)) return -1;
    const field = fields.findIndex(({ property }) => property === name);
    return field === -1 ? fields.length + (template.includes(`{${name}}`) ? 0 : 1) : field;
  };
  return propertiesOf(style, popup).toSorted((one, other) => place(one) - place(other));
}

/** The type of each property by a sample of features: that of its first value. */
export function factsOf(
  names: readonly string[],
  sample: readonly Pick<Feature, 'properties'>[],
): readonly Fact[] {
  return names.map((key) => {
    const value = sample.map(({ properties }) => properties[key]).find((each) => (each ?? '') !== '');
    return { key, datatype: value === undefined ? 'string' : typeof value };
  });
}
