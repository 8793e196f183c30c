import { SvelteMap } from 'svelte/reactivity';
import type { ImageDetails } from '@cairn/api-schema';
import { client } from '../../../api/client.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';

type Contributed = Pick<ImageDetails, 'addedBy' | 'addedByName' | 'guest'>;

/** Who added an image, and the condition that finds all that they added. */
export interface Contributor {
  readonly name: string;
  readonly filter: { readonly guest: string } | { readonly addedBy: string };
}

/** `undefined` for what the account itself added. */
export function contributorOf({ addedBy, addedByName, guest }: Contributed): Contributor | undefined {
  if (addedBy === undefined) return undefined;
  const texts = i18n.t.contributions;
  if (guest !== undefined) {
    const unnamed = addedByName === undefined ? texts.someGuest : texts.byLink(addedByName);
    return { name: guest.name ?? unnamed, filter: { guest: guest.id } };
  }
  const name = addedByName ?? texts.someone;
  return { name: addedBy.startsWith('link:') ? texts.byLink(name) : name, filter: { addedBy } };
}

/** The names of those who are filtered by: an address has only their identifiers. */
class ContributorNames {
  private readonly names = new SvelteMap<string, string>();

  /** Empty until it is known. */
  of(id: string): string {
    return this.names.get(id) ?? '';
  }

  note(image: Contributed): void {
    const found = contributorOf(image);
    if (found !== undefined) this.names.set(Object.values(found.filter).join(''), found.name);
  }

  /** Asks for one image of theirs, which names them. */
  async learn(filter: { readonly guest?: string; readonly addedBy?: string }): Promise<void> {
    const query = { ...filter, limit: 1, include: ['addedBy' as const] };
    const [image] = (await client.call('GET /api/images', { query })).images;
    if (image !== undefined) this.note(image);
  }
}

export const contributorNames = new ContributorNames();
