import type { TrashEntryRecord } from '@cairn/api-schema';
import type { RequestBody } from '@cairn/client';
import { changes } from '../../api/changes.svelte.ts';
import { client } from '../../api/client.ts';
import { toasts } from '../../api/toasts.svelte.ts';
import { attempt } from '../../components/attempt.ts';
import { i18n } from '../../i18n/i18n.svelte.ts';
import { BulkWork } from '../../progress/bulk-work.svelte.ts';

/** The maximum number of entries per request. Larger restorations are work that every view shows. */
const AT_ONCE = 100;
/** A message is shown for some seconds, and nobody deletes more often. */
const MOST_KEPT = 20;

/** The messages that offer to undo a deletion, with what it deleted. */
let undoable: readonly { readonly ids: ReadonlySet<string>; readonly dismiss: () => void }[] = [];

/** Reports a deletion, with a button to undo it if the trash has it. */
export async function tellDeleted(text: string, ids: readonly string[]): Promise<void> {
  const deletion = await deletionOf(ids).catch(() => undefined);
  if (deletion === undefined) toasts.show(text);
  else {
    const action = { text: i18n.t.trash.undo, run: () => void attempt(() => restore({ deletion })) };
    undoable = [...undoable.slice(-MOST_KEPT), { ids: new Set(ids), dismiss: toasts.show(text, { action }) }];
  }
}

/** The latest deletion, if it contains one of these ids, or features of a space with one of these ids. */
async function deletionOf(ids: readonly string[]): Promise<string | undefined> {
  for await (const [latest] of client.list('GET /api/trash', { query: { limit: 1 } }).pages())
    return latest !== undefined && ids.includes(latest.space ?? latest.id) ? latest.deletion : undefined;
  return undefined;
}

/** Restores entries and reports the result. */
async function restore(what: RequestBody<'POST /api/trash/restore'>): Promise<void> {
  const { restored, left, missing } = await client.call('POST /api/trash/restore', { body: what });
  noteRestored(restored.map(({ id }) => id));
  const failed = left.length + missing.length;
  if (failed > 0) toasts.show(i18n.t.trash.left(failed), { kind: 'error' });
  if (restored.length > 0) toasts.show(i18n.t.trash.undone(restored.length));
}

/** Restores one entry. */
export async function restoreEntry({ id, title }: TrashEntryRecord): Promise<void> {
  const { restored, left } = await client.call('POST /api/trash/restore', { body: { ids: [id] } });
  noteRestored([id]);
  const [blocked] = left;
  if (blocked !== undefined)
    toasts.show(i18n.t.errors.byCode[blocked.code] ?? i18n.t.trash.left(1), { kind: 'error' });
  else if (restored[0]?.isRenamed === true) toasts.show(i18n.t.trash.renamed(title));
  else toasts.show(i18n.t.trash.undone(1));
}

/** Restores everything in the trash. */
export async function restoreAll(): Promise<void> {
  const all = await client.list('GET /api/trash', { query: { limit: 1_000 } }).all();
  const act = async (some: readonly TrashEntryRecord[]): Promise<void> => {
    const { left } = await client.call('POST /api/trash/restore', {
      body: { ids: some.map(({ id }) => id) },
    });
    noteRestored(some.map(({ id }) => id));
    if (left.length > 0) toasts.show(i18n.t.trash.left(left.length), { kind: 'error' });
  };
  if (all.length > AT_ONCE)
    void new BulkWork({
      all,
      atOnce: AT_ONCE,
      nameOf: ({ title }) => title,
      title: (count) => i18n.t.trash.restoredOf(count),
      act,
    }).start();
  else if (all.length > 0) await restore({ ids: all.map(({ id }) => id) });
}

/** A message that offers to undo what is undone goes, wherever that was done. */
function noteRestored(ids: readonly string[]): void {
  for (const { ids: deleted, dismiss } of undoable) if (ids.some((id) => deleted.has(id))) dismiss();
  for (const id of ids) changes.deletedImages.delete(id);
  changes.note('images', 'albums', 'spaces', 'maps');
}
