import { quota } from '../../api/quota.svelte.ts';
import { i18n } from '../../i18n/i18n.svelte.ts';

/** What becomes of things that are deleted, by the setting of this server. Without days until that is known. */
export function trashText(what: 'one' | 'many' | 'feature' = 'one'): string {
  const days = quota.value?.trash?.days;
  const { goesToTrash, isFinal } = i18n.t.trash;
  return days === 0 ? isFinal : goesToTrash[what](days);
}
