import { normaliseTags, type PropertyFilter } from '@cairn/spaces';
import { decodeText } from './hub-parameters.js';

const PATH = ['tags'];

/**
 * Reads values of `tags`: `a,b` for features with one of the tags, `a+b` for those with both; comma and plus may be
 * encoded. `undefined` without tags.
 */
export function parseTagFilter(sent: readonly string[]): PropertyFilter | undefined {
  const alternatives = sent
    .flatMap((value) => value.split(/,|%2c/i))
    .map((value) => normaliseTags(value.split(/\+|%2b/i).map(decodeText)))
    .filter((tags) => tags.length > 0);
  const single = alternatives.flatMap((tags) => (tags.length === 1 ? tags : []));
  const several = alternatives.filter((tags) => tags.length > 1);
  const filters: PropertyFilter[] = [
    ...(single.length > 0 ? [having(single)] : []),
    ...several.map((tags): PropertyFilter => ({ kind: 'and', filters: tags.map((tag) => having([tag])) })),
  ];
  return filters.length > 1 ? { kind: 'or', filters } : filters[0];
}

const having = (values: readonly string[]): PropertyFilter => ({ kind: 'contain', path: PATH, values });
