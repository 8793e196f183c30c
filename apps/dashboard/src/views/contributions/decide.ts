import type { ContributionRecord } from '@cairn/api-schema';
import { waiting } from '../../api/waiting.svelte.ts';
import { changes } from '../../api/changes.svelte.ts';
import { ownClient } from '../../api/client.ts';
import { toasts } from '../../api/toasts.svelte.ts';
import { i18n } from '../../i18n/i18n.svelte.ts';
import { textFor } from '../../i18n/text-for.ts';

const AT_ONCE = 200;

/** What a guest is called. */
export const guestName = ({ guest: { name } }: Pick<ContributionRecord, 'guest'>): string =>
  name ?? i18n.t.contributions.unnamed;

/** The same in running text. */
export const guestInText = ({ guest: { name } }: Pick<ContributionRecord, 'guest'>): string =>
  name ?? i18n.t.contributions.someGuest;

function parts(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / AT_ONCE);
  return Array.from({ length: count }, (_, index) => ids.slice(index * AT_ONCE, (index + 1) * AT_ONCE));
}

/** Approves photos, and says what became of them. */
export async function approve(ids: readonly string[], { withoutAlbum = false } = {}): Promise<void> {
  const texts = i18n.t.contributions;
  for (const some of parts(ids)) {
    const body = { ids: [...some], ...(withoutAlbum && { withoutAlbum }) };
    const { approved, existing, left } = await ownClient.call('POST /api/contributions/approve', { body });
    if (approved.length > 0) toasts.show(texts.approved(approved.length));
    if (existing.length > 0) toasts.show(texts.existing(existing.length));
    const [first] = left;
    if (first !== undefined) {
      const why = textFor(i18n.t.errors.byCode, first.code) ?? first.code;
      const isOfAlbum = first.code.startsWith('album-');
      const again = (): void =>
        void approve(
          left.map(({ id }) => id),
          { withoutAlbum: true },
        );
      const action = isOfAlbum ? { action: { text: texts.withoutAlbum, run: again } } : {};
      toasts.show(`${texts.left(left.length)} ${why}`, { kind: 'error', ...action });
    }
    changes.note('images', 'albums');
  }
  await waiting.load();
}

/** Refuses photos: they are gone for good. */
export async function refuse(ids: readonly string[]): Promise<void> {
  let count = 0;
  for (const some of parts(ids)) {
    const { refused } = await ownClient.call('POST /api/contributions/refuse', { body: { ids: [...some] } });
    count += refused.length;
  }
  if (count > 0) toasts.show(i18n.t.contributions.refused(count));
  await waiting.load();
}

/** Moves all that a guest added to the trash, and refuses what still waits. */
export async function removeGuest(guest: string): Promise<void> {
  await ownClient.call('POST /api/images/bulk/delete', { body: { filter: { guest } } });
  const ids: string[] = [];
  for await (const each of ownClient.list('GET /api/contributions', { query: { guest, limit: 1_000 } }))
    ids.push(each.id);
  for (const some of parts(ids))
    await ownClient.call('POST /api/contributions/refuse', { body: { ids: [...some] } });
  changes.note('images', 'albums');
  toasts.show(i18n.t.contributions.removedAll);
  await waiting.load();
}
