import type { ImageCondition, Visibility } from '@cairn/images';
import { FIRST_TAKEN_KEY } from '@cairn/images/spi';
import { all, listOf, type Sql } from '../../sql/sql-builder.js';
import { termOf } from '../tables/terms.js';
import { photoCondition } from './photo-conditions.js';

/**
 * What a condition is checked on: the row of the image, or only an index entry, from which other entries of the image
 * are found. `created` and `id` are columns. With those of an entry, SQLite does not read the row of an image that is
 * not shown.
 */
export interface Checked {
  readonly owner: string;
  /** `listed` is a row that an index entry has led to: no other index is used for it. */
  readonly by: 'row' | 'listed' | 'entry';
  readonly created: string;
  readonly id: string;
}

export function conditionOn(checked: Checked, condition: ImageCondition): Sql {
  const { owner, by, created } = checked;
  switch (condition.kind) {
    case 'folder': {
      const { path, depth } = condition;
      if (by !== 'entry') return folder(path, depth);
      return listed(
        checked,
        termEntries(owner, [depth === 'own' ? termOf.ownFolder(path) : termOf.tree(path)]),
      );
    }
    case 'tags': {
      const tagged = (tags: readonly string[]): Sql => listed(checked, tagEntries(owner, tags));
      return condition.match === 'all'
        ? all(condition.tags.map((tag) => tagged([tag])))
        : tagged(condition.tags);
    }
    case 'words':
      // Words have neither wildcards nor spaces.
      return all(condition.words.map((word) => (parameter) => `image.words LIKE ${parameter(`% ${word}%`)}`));
    case 'types':
      return by === 'entry'
        ? listed(checked, termEntries(owner, condition.types.map(termOf.type)))
        : (parameter) => `image.content_type IN ${listOf(condition.types)(parameter)}`;
    case 'visibilities':
      return visible(condition.visibilities, 'image.visibility');
    case 'favourites':
      return () => 'image.favourite = 1';
    case 'rating':
      return rated(condition, 'image.rating');
    case 'created':
      return within(created, condition);
    case 'taken': {
      const { from = FIRST_TAKEN_KEY, until } = condition;
      return within('image.taken_key', { from, until });
    }
    case 'box':
    case 'near':
    case 'camera':
    case 'without':
      return photoCondition(condition, by);
    case 'addedBy':
      return added('image.added_by', condition.by);
    case 'guest':
      return added('image.guest', condition.guest);
  }
}

/**
 * Without `public`, repeats the condition of the index of non-public images, because databases cannot infer it from
 * parameters.
 */
export function visible(visibilities: readonly Visibility[], column: string): Sql {
  const isAmong: Sql = (parameter) => `${column} IN ${listOf(visibilities)(parameter)}`;
  return visibilities.includes('public') ? isAmong : all([() => `${column} <> 'public'`, isAmong]);
}

/** Repeats the condition of the index, because databases do not infer it from parameters. */
export function rated({ from, to }: { readonly from: number; readonly to: number }, column: string): Sql {
  return all([
    () => `${column} IS NOT NULL`,
    (parameter) => `${column} >= ${parameter(from)} AND ${column} <= ${parameter(to)}`,
  ]);
}

/** Repeats the condition of the index, because databases do not infer it from parameters. */
export const added =
  (column: string, by: string): Sql =>
  (parameter) =>
    `${column} IS NOT NULL AND ${column} = ${parameter(by)}`;

function listed({ created, id }: Checked, entries: Sql): Sql {
  return (parameter) => `EXISTS (SELECT 1 FROM ${entries(parameter)}
    AND held.created_at = ${created} AND held.image_id = ${id})`;
}

function tagEntries(owner: string, tags: readonly string[]): Sql {
  return (parameter) =>
    `image_tag AS held WHERE held.owner = ${parameter(owner)} AND held.tag IN ${listOf(tags)(parameter)}`;
}

function termEntries(owner: string, terms: readonly string[]): Sql {
  return (parameter) =>
    `image_term AS held WHERE held.owner = ${parameter(owner)} AND held.term IN ${listOf(terms)(parameter)}`;
}

function folder(path: string, depth: 'tree' | 'own'): Sql {
  if (depth === 'own') return (parameter) => `image.path = ${parameter(path)}`;
  const below = `${path}/`;
  return (parameter) =>
    `(image.path = ${parameter(path)} OR substr(image.path, 1, ${[...below].length}) = ${parameter(below)})`;
}

/** No image was taken then. */
export const AFTER_LAST_TAKEN_KEY = 2 ** 53 - 1;

/** From `from`, before `until`. */
export function within(
  column: string,
  { from, until }: { readonly from?: number | undefined; readonly until?: number | undefined },
): Sql {
  return all([
    ...(from === undefined ? [] : ([(parameter) => `${column} >= ${parameter(from)}`] satisfies Sql[])),
    ...(until === undefined ? [] : ([(parameter) => `${column} < ${parameter(until)}`] satisfies Sql[])),
  ]);
}
