import type { FeatureShaping, MemberPath, SortKey } from '@cairn/spaces';
import { InvalidInput } from '@cairn/kernel';
import { decodeText, sentList, type HubParameters } from './hub-parameters.js';
import { pathOf } from './property-filter.js';

/** Reads `selection` and `force2D`, which determine how features are shown. */
export function parseShaping(parameters: HubParameters): FeatureShaping {
  const names = sentList(parameters, 'selection');
  const force2D = parameters.flag('force2D');
  if (names.length === 0) return { force2D };
  const members = names.filter((name) => decodeText(name) !== '!geometry');
  const geometry = members.length < names.length ? 'null' : 'shown';
  if (members.length === 0 || members.includes('*'))
    return geometry === 'shown' ? { force2D } : { selection: { paths: 'all', geometry }, force2D };
  return { selection: { paths: members.map(memberPath), geometry }, force2D };
}

/** `p.a.b` is below `properties`; any other name starts at the feature. The name is not decoded. */
function memberPath(name: string): MemberPath {
  const path = /^p\./i.test(name) ? pathOf(name) : undefined;
  return path ?? name.split('.').map(decodeText);
}

/** Reads `sort=p.size:desc,f.id`. @throws {InvalidInput} */
export function parseSortKeys(parameters: HubParameters): readonly SortKey[] | undefined {
  const names = sentList(parameters, 'sort');
  if (names.length === 0) return undefined;
  return names.map((name): SortKey => {
    const [, member = name, direction = 'asc'] = /^(.*?)(?:(?::|%3a)(asc|desc))?$/is.exec(name) ?? [];
    const path = pathOf(member);
    if (path === undefined)
      throw InvalidInput.of(
        'invalid-sort',
        `\`${decodeText(name)}\` must name a member, such as \`p.size\` or \`p.size:desc\`.`,
      );
    return { path, direction: direction.toLowerCase() === 'desc' ? 'descending' : 'ascending' };
  });
}
