import { InvalidInput } from '@cairn/kernel';
import type { PropertyFilter } from '@cairn/spaces';
import { bothOf, parseMemberFilter } from './feature-criteria.js';
import { decodeText, type HubParameters } from './hub-parameters.js';
import { parseIds, type IdChoice } from './ids.js';
import { parseTagFilter } from './tag-filter.js';
import { collectFaults } from './collect-faults.js';

/** Clients send this instead of ids or tags to select all features. */
const EVERYTHING = '*';

/** The features to delete: those with these ids, or those that match the filter. Without a filter, all features. */
export type Deletion =
  { readonly ids: IdChoice } | { readonly ids?: undefined; readonly filter: PropertyFilter | undefined };

/**
 * Reads `id`, `tags` or `eraseContent`, and member filters, which narrow `tags` and `eraseContent`.
 * @throws {InvalidInput} with all faults.
 */
export function parseDeletion(parameters: HubParameters): Deletion {
  const isAll = (name: string): boolean => parameters.sent(name).map(decodeText).join() === EVERYTHING;
  const { erases, ids, tags, filter } = collectFaults({
    erases: () => parameters.flag('eraseContent') === true,
    ids: () => idsIn(parameters),
    tags: () => (isAll('tags') ? undefined : tagsIn(parameters)),
    filter: () => parseMemberFilter(parameters),
  });
  const hasTags = parameters.has('tags');
  const given = [erases, ids !== undefined, hasTags].filter(Boolean).length;
  if (given === 0 && filter === undefined) throw wrong('required');
  if (given > 1) throw wrong('ambiguous');
  if (ids === undefined || ids.only === EVERYTHING) return { filter: bothOf(filter, tags) };
  if (filter !== undefined)
    throw InvalidInput.of('ambiguous', 'Give either `id`, or filters, such as `f.id=a,b&p.size>=5`.', '/id');
  return { ids };
}

/** @throws {InvalidInput} for an empty `id`, which may have been meant to narrow the deletion. */
function idsIn(parameters: HubParameters): IdChoice | undefined {
  const ids = parseIds(parameters);
  if (!ids.isEmpty) return ids;
  if (parameters.has('id')) throw wrong('required');
  return undefined;
}

/** @throws {InvalidInput} for an empty value, as with ids. */
function tagsIn(parameters: HubParameters): PropertyFilter | undefined {
  const tags = parseTagFilter(parameters.sent('tags'));
  if (tags === undefined && parameters.has('tags')) throw wrong('required');
  return tags;
}

const wrong = (code: 'required' | 'ambiguous'): InvalidInput =>
  InvalidInput.of(code, 'Give either `id`, or `tags`, or `eraseContent=true`.', '/id');
