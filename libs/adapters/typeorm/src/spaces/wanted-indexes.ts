import type { Space } from '@cairn/spaces';
import { indexedPaths } from '@cairn/spaces/spi';
import type { Dialect } from '../sql/database.js';
import type { Statements } from '../sql/statements.js';

type Settings = Space['settings'];

/** Starts to build and remove indexes when the wanted indexes of a space change, in the transaction of that change. */
export async function wantIndexes(
  manager: Statements,
  { contents }: Pick<Dialect, 'contents'>,
  { id, before, after }: { readonly id: string; readonly before: Settings; readonly after: Settings },
): Promise<void> {
  const former = namesOf(before);
  const wanted = namesOf(after);
  for (const name of former.filter((path) => !wanted.includes(path)))
    await manager.sql`UPDATE property_index SET state = 'leaving' WHERE state <> 'leaving' AND path = ${name}
      AND content = (SELECT key FROM ${() => contents} WHERE space_id = ${id})`;
  for (const name of wanted.filter((path) => !former.includes(path)))
    await manager.sql`INSERT INTO property_index (content, path, state)
      SELECT key, ${name}, 'building' FROM ${() => contents} WHERE space_id = ${id}`;
}

const namesOf = (settings: Settings): readonly string[] =>
  indexedPaths(settings).map((path) => JSON.stringify(path));
