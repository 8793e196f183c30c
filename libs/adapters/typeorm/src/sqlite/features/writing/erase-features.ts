import type { PropertyFilter } from '@cairn/spaces';
import { type Erasure, keepsHistory, planErasure } from '@cairn/spaces/spi';
import { appendEvent } from '../../../kernel/append-event.js';
import { disposeOfFeatures } from '../../../spaces/dispose-of-features.js';
import { sqlite } from '../../connection/sqlite-dialect.js';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import { keepContent } from '../rows/feature-history.js';
import { FeatureSearch } from '../searching/feature-search.js';
import type { LongReads } from '../searching/long-reads.js';
import { resetRollup } from '../rows/cell-rollup.js';
import {
  addContent,
  changeContent,
  contentOf,
  leaveContent,
  type SpaceContent,
  touchSpace,
  wholeContentOf,
} from '../rows/space-content.js';

/** The features that matched a filter at a version of a content. */
interface Matched {
  readonly content: SpaceContent;
  readonly numbers: readonly number[];
}

/** Finds the features that match a filter, in steps. Yields their numbers. */
function* matchedNumbers(
  connection: SqliteConnection,
  content: SpaceContent,
  filter: PropertyFilter,
): Generator<number | undefined, void, undefined> {
  const search = new FeatureSearch(connection, content, { criteria: { filter }, purpose: 'facts' });
  for (const rows of search.steps()) {
    yield undefined;
    for (const row of rows) {
      const [number] = row;
      yield search.accepts(row) ? number : undefined;
    }
  }
}

/** Finds the features of a space that match a filter, before they are erased. */
export function readMatched(reads: LongReads, spaceId: string, filter: PropertyFilter): Promise<Matched> {
  return reads.whole({ reader: spaceId }, async (read) => {
    const content = contentOf(read.connection, spaceId);
    const numbers: number[] = [];
    for (const number of matchedNumbers(read.connection, content, filter)) {
      if (number !== undefined) numbers.push(number);
      if (read.isDue) await read.goOn();
    }
    return { content, numbers };
  });
}

/**
 * Removes features in the open transaction, and returns how many. With a filter, `matched` is what matched it
 * shortly before; only features written since are checked again. The rows are left to `purge`, because removing many of
 * them takes too long.
 */
export async function eraseFeatures(
  writer: SqliteConnection,
  spaceId: string,
  { filter, now, matched, disposal }: Erasure & { readonly matched?: Matched | undefined },
): Promise<number> {
  const { key, head, versionsToKeep } = wholeContentOf(writer, spaceId);
  const numbers = filter === undefined ? undefined : numbersNow(writer, { key, head }, { filter, matched });
  const erased = numbers?.length ?? head.total;
  if (key === undefined || erased === 0) return 0;
  const plan = planErasure({ spaceId, head, versionsToKeep }, erased);
  const isKept = keepsHistory(versionsToKeep);
  let lost: { readonly key: number; readonly state: 'whole' | 'loose' };
  if (!isKept && (numbers === undefined || erased === head.total)) {
    leaveContent(writer, key);
    addContent(writer, spaceId, plan.head);
    lost = { key, state: 'whole' };
  } else {
    const left = addContent(writer, null, plan.head);
    const which = numbers === undefined ? 'content = ?' : 'number IN (SELECT value FROM json_each(?))';
    writer
      .prepare(`UPDATE feature SET content = ? WHERE ${which}`)
      .run(left, numbers === undefined ? key : JSON.stringify(numbers));
    writer
      .prepare(
        `UPDATE feature_copy SET content = ? WHERE content = ? AND id IN (SELECT id FROM feature WHERE content = ?)`,
      )
      .run(left, key, left);
    if (isKept) keepContent(writer, key, { left, head: plan.head });
    changeContent(writer, key, plan.head);
    resetRollup(writer, key);
    lost = { key: left, state: 'loose' };
  }
  if (disposal !== undefined) {
    const change = { before: head, after: plan.head, disposal };
    await disposeOfFeatures(writer.statements, sqlite, { spaceId, ...lost, ...change });
  }
  touchSpace(writer, spaceId, now);
  await appendEvent(writer.statements, plan.event);
  return erased;
}

function numbersNow(
  writer: SqliteConnection,
  content: SpaceContent,
  { filter, matched }: { readonly filter: PropertyFilter; readonly matched: Matched | undefined },
): readonly number[] {
  if (matched === undefined || matched.content.key !== content.key) return found(writer, content, filter);
  const { version } = matched.content.head;
  if (version === content.head.version) return matched.numbers;
  const unchanged = writer.rows<[number: number]>(
    `SELECT number FROM json_each(?) AS matched CROSS JOIN feature ON number = matched.value
     WHERE content = ? AND version <= ?`,
  );
  const kept = unchanged.all(JSON.stringify(matched.numbers), content.key, version).map(([number]) => number);
  const isNew = { kind: 'compare', operator: 'greater', path: ['version'], values: [version] } as const;
  return [...kept, ...found(writer, content, { kind: 'and', filters: [isNew, filter] })];
}

const found = (writer: SqliteConnection, content: SpaceContent, filter: PropertyFilter): readonly number[] =>
  [...matchedNumbers(writer, content, filter)].filter((number) => number !== undefined);
