import type { Box, ImageCondition, Visibility } from '@cairn/images';
import { boxAround, FIRST_TAKEN_KEY } from '@cairn/images/spi';
import { added, AFTER_LAST_TAKEN_KEY, rated, visible, within } from './conditions.js';
import { cellsOf, inBox, lacking } from './photo-conditions.js';
import { termOf } from '../tables/terms.js';
import { all, listOf, type Sql } from '../../sql/sql-builder.js';

/** Index entries of the images that meet a condition, or a part of it. */
export interface Posting {
  /** The table of the entries, with `owner`, `created_at` and `idColumn`. */
  readonly table: 'image_tag' | 'image_term' | 'image';
  readonly idColumn: 'image_id' | 'id';
  /** Selects the entries, in addition to their owner. */
  readonly where: Sql;
  /** The number of entries: a stored count, or else counted up to `MOST_COUNTED`. */
  readonly count: Sql;
  /** Whether `count` is exact even above `MOST_COUNTED`. */
  readonly isExact: boolean;
  /** The order of the entries, if any. */
  readonly order: 'created' | 'taken' | undefined;
}

/** Counting more entries than this takes longer than it saves. */
export const MOST_COUNTED = 5_000;

type Source = Pick<Posting, 'table' | 'idColumn' | 'where'>;

/**
 * Indexes in which the images that meet a condition are found without looking at others.
 * @param listed The order of the listing, if it is one by time.
 */
export function postingsOf(
  owner: string,
  condition: ImageCondition,
  listed?: Posting['order'],
): readonly Posting[] {
  switch (condition.kind) {
    case 'folder': {
      const { path, depth } = condition;
      const source = terms(depth === 'own' ? [termOf.ownFolder(path)] : [termOf.tree(path)]);
      return depth === 'own'
        ? [{ ...source, count: counted(owner, source), isExact: false, order: 'created' }]
        : [{ ...source, count: kept(owner, 'folder', [path]), isExact: true, order: 'created' }];
    }
    case 'tags':
      return condition.match === 'all'
        ? condition.tags.map((tag) => tagPosting(owner, [tag]))
        : [tagPosting(owner, condition.tags)];
    case 'words':
      return condition.words.map((word) => {
        const source = termRange(termOf.word(word));
        return { ...source, count: counted(owner, source), isExact: false, order: undefined };
      });
    case 'types': {
      const count = kept(owner, 'type', condition.types);
      return [
        {
          ...terms(condition.types.map(termOf.type)),
          count,
          isExact: true,
          order: condition.types.length === 1 ? 'created' : undefined,
        },
      ];
    }
    case 'visibilities':
      return notPublic(owner, condition.visibilities);
    case 'favourites':
      return [ofImages(owner, () => 'favourite = 1', 'created')];
    case 'rating':
      return [ofImages(owner, rated(condition, 'rating'), undefined)];
    case 'created':
      return [ofImages(owner, within('created_at', condition), 'created')];
    case 'taken': {
      const { from = FIRST_TAKEN_KEY, until } = condition;
      return [ofImages(owner, within('taken_key', { from, until }), 'taken')];
    }
    case 'box':
      return inBoxes(owner, condition.box, listed);
    case 'near':
      return inBoxes(owner, boxAround(condition), listed);
    case 'camera':
      return [ofImages(owner, (parameter) => `camera = ${parameter(condition.camera)}`, 'taken')];
    case 'without':
      return [ofImages(owner, () => lacking[condition.what].replace('image.', ''), 'taken')];
    case 'addedBy':
      return [ofImages(owner, added('added_by', condition.by), 'taken')];
    case 'guest':
      return [ofImages(owner, added('guest', condition.guest), 'taken')];
  }
}

/** Entries that are rows of an index of images. */
function ofImages(owner: string, condition: Sql, order: Posting['order']): Posting {
  // Without the bound SQLite takes an index that is not in this order, and reads the rows of other images.
  const where = order === 'taken' ? all([condition, beforeLast]) : condition;
  const source = { table: 'image', idColumn: 'id', where } as const;
  return { ...source, count: counted(owner, source), isExact: false, order };
}

const beforeLast = within('taken_key', { until: AFTER_LAST_TAKEN_KEY });

/** A large box has no cells. In the order of the time its index is walked anyway, which needs no count. */
function inBoxes(owner: string, box: Box, listed: Posting['order']): readonly Posting[] {
  const where = cellsOf(box);
  if (where !== undefined) return [ofImages(owner, where, undefined)];
  return listed === 'taken' ? [] : [ofImages(owner, all([inBox(box), beforeLast]), undefined)];
}

/** Most images are public, so there is no index of public images. */
function notPublic(owner: string, visibilities: readonly Visibility[]): readonly Posting[] {
  if (visibilities.includes('public')) return [];
  return [ofImages(owner, visible(visibilities, 'visibility'), 'created')];
}

function tagPosting(owner: string, tags: readonly string[]): Posting {
  return {
    table: 'image_tag',
    idColumn: 'image_id',
    where: (parameter) => `tag IN ${listOf(tags)(parameter)}`,
    count: kept(owner, 'tag', tags),
    isExact: true,
    order: tags.length === 1 ? 'created' : undefined,
  };
}

function terms(names: readonly string[]): Source {
  return {
    table: 'image_term',
    idColumn: 'image_id',
    where: (parameter) => `term IN ${listOf(names)(parameter)}`,
  };
}

/** The terms with this prefix. No text in a term sorts after the last code point. */
function termRange(start: string): Source {
  const where: Sql = (parameter) =>
    `term >= ${parameter(start)} AND term < ${parameter(`${start}\u{10ffff}`)}`;
  return { table: 'image_term', idColumn: 'image_id', where };
}

function kept(owner: string, kind: string, names: readonly string[]): Sql {
  return (parameter) => `(SELECT COALESCE(sum(count), 0) FROM image_count
    WHERE owner = ${parameter(owner)} AND kind = '${kind}' AND name IN ${listOf(names)(parameter)})`;
}

function counted(owner: string, { table, where }: Source): Sql {
  return (parameter) => `(SELECT count(*) FROM (
    SELECT 1 FROM ${table} WHERE owner = ${parameter(owner)} AND ${where(parameter)} LIMIT ${MOST_COUNTED}) AS entries)`;
}
