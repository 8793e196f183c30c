import type { PhotoSpace } from '@cairn/api-schema';
import { untrack } from 'svelte';
import { changes } from '../../api/changes.svelte.ts';
import { client } from '../../api/client.ts';
import { Resource } from '../../api/resource.svelte.ts';

/** A folder with its subfolders (all images with the path `''`), or the images uploaded with the key of this id. */
export type PhotoSource = { readonly path: string } | { readonly key: string };

/** Placing photos sends no events of its own, so its progress is polled. */
const ASK_AGAIN_MS = 1_500;

/** The spaces that photos of the account are placed in. */
class PhotoSpaces {
  private readonly readLinks = new Resource(() => client.call('GET /api/photo-spaces'));
  private readonly readSpaces = new Resource(() => client.list('GET /hub/spaces').all());

  /** Absent until the titles of the spaces are loaded too. */
  readonly links = $derived(this.readSpaces.value && this.readLinks.value);
  /** The spaces of the account that photos can be placed in. */
  readonly spaces = $derived(this.readSpaces.value ?? []);
  readonly error = $derived(this.readLinks.error ?? this.readSpaces.error);
  readonly isWorking = $derived(
    this.links?.some(({ state }) => state === 'filling' || state === 'removing') ?? false,
  );
  /** The ids of the spaces with photos. */
  readonly shown = $derived([
    ...new Set(this.links?.filter(({ state }) => state !== 'removing').map(({ spaceId }) => spaceId)),
  ]);
  readonly loadLinks = this.readLinks.load;
  readonly loadSpaces = this.readSpaces.load;
  readonly load = async (): Promise<void> => {
    await Promise.all([this.loadLinks(), this.loadSpaces()]);
  };

  /** The state of a folder or key; `undefined` if its photos are in no space. */
  of(source: PhotoSource): PhotoSpace | undefined {
    return this.links?.find((link) =>
      'path' in source ? link.path === source.path : link.key === source.key,
    );
  }

  /** The nearest parent folder whose photos are in a space. These include the photos of the folder. */
  above(folder: string): PhotoSpace | undefined {
    const isAbove = ({ path, state }: PhotoSpace) =>
      path !== null &&
      path !== folder &&
      state !== 'removing' &&
      (path === '' || folder.startsWith(`${path}/`));
    const found = this.links?.filter(isAbove) ?? [];
    return found.toSorted((one, other) => (other.path ?? '').length - (one.path ?? '').length)[0];
  }

  /** Whether photos are placed in a space. */
  has(spaceId: string): boolean {
    return this.shown.includes(spaceId);
  }

  titleOf(spaceId: string): string {
    return this.spaces.find(({ id }) => id === spaceId)?.title || spaceId;
  }
}

export const photoSpaces = new PhotoSpaces();

/** Keeps {@link photoSpaces} up to date. Call it during the initialization of a view. */
export function followPhotoSpaces(): void {
  $effect(() => {
    void [changes.images, changes.spaces];
    untrack(() => void photoSpaces.loadLinks());
  });
  $effect(() => {
    void changes.spaces;
    untrack(() => void photoSpaces.loadSpaces());
  });
  $effect(() => {
    if (!photoSpaces.isWorking) return;
    const timer = setInterval(() => void photoSpaces.loadLinks(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  });
}

/** The folder or key of an entry. */
export const sourceOf = ({ path, key }: PhotoSpace): PhotoSource =>
  key === null ? { path: path ?? '' } : { key };
