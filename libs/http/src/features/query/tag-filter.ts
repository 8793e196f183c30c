import { InvalidInput } from '@cairn/kernel';
import { normaliseTags, type PropertyFilter } from '@cairn/spaces';
import { decodeText } from './hub-parameters.js';

const PATH = ['tags'];

/**
 * Reads values of `tags`: `a,b` for features with one of the tags, `a+b` for those with both. They are split before
 * they are decoded, so that `%2B` is a plus in a tag. An encoded comma separates tags too, because clients encode it;
 * only tags that begin with `@` contain commas. `undefined` without tags.
 * @throws {InvalidInput} where a tag is empty: `tags=C++` would be read as `c`.
 */
export function parseTagFilter(sent: readonly string[]): PropertyFilter | undefined {
  const alternatives = sent
    .flatMap((value) => value.split(','))
    .flatMap((value) => (/^(?:@|%40)/.test(value) ? [value] : value.split(/%2c/i)))
    .filter((value) => value !== '');
  if (alternatives.length === 0 && sent.length > 0) throw emptyTag();
  const wanted = alternatives.map(tagsOf);
  const single = wanted.flatMap((tags) => (tags.length === 1 ? tags : []));
  const several = wanted.filter((tags) => tags.length > 1);
  const filters: PropertyFilter[] = [
    ...(single.length > 0 ? [having(single)] : []),
    ...several.map((tags): PropertyFilter => ({ kind: 'and', filters: tags.map((tag) => having([tag])) })),
  ];
  return filters.length > 1 ? { kind: 'or', filters } : filters[0];
}

function tagsOf(alternative: string): readonly string[] {
  const tags = alternative.split('+').map(decodeText);
  if (tags.includes('')) throw emptyTag();
  return normaliseTags(tags);
}

const emptyTag = (): InvalidInput =>
  InvalidInput.of(
    'empty-tag',
    '`tags` has an empty tag. Between tags, a comma means one of them and a plus both; a plus in a tag is written `%2B`.',
    '/tags',
  );

const having = (values: readonly string[]): PropertyFilter => ({ kind: 'contain', path: PATH, values });
