import { changes } from '../../api/changes.svelte.ts';
import { client } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { toasts } from '../../components/toasts.svelte.ts';
import { i18n } from '../../i18n/i18n.svelte.ts';
import type { Library } from './library.svelte.ts';

const UNDO_MS = 10_000;
/** As many as the server deletes at once. */
const AT_ONCE = 1_000;

/** Hides images at once and deletes them after ten seconds, unless that is undone. A page that is closed deletes none. */
export function deleteWithUndo(library: Library, ids: readonly string[]): void {
  const show = (): void => ids.forEach((id) => library.hidden.delete(id));
  const remove = async (): Promise<void> => {
    try {
      for (let start = 0; start < ids.length; start += AT_ONCE)
        await client.images.deleteMany(ids.slice(start, start + AT_ONCE));
    } catch (error) {
      show();
      toasts.show(sentenceOf(error, i18n.t), { kind: 'error' });
    }
    changes.note('images');
  };
  ids.forEach((id) => library.hidden.add(id));
  toasts.show(i18n.t.images.deleted(ids.length), {
    shownMs: UNDO_MS,
    action: { label: i18n.t.images.undo, run: show },
    ongone: () => void remove(),
  });
}
