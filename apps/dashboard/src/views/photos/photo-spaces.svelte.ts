import type { PhotoSpace } from '@cairn/api-schema';
import type { PhotoSource } from '@cairn/client';
import { untrack } from 'svelte';
import { changes } from '../../api/changes.svelte.ts';
import { client } from '../../api/client.ts';
import { Resource } from '../../api/resource.svelte.ts';

/** The work on photos sends no events of its own: while it is under way, it is asked how far it is. */
const ASK_AGAIN_MS = 1_500;

/** Which photos of the account are in which space. */
class PhotoSpaces {
  private readonly readLinks = new Resource(() => client.photoSpaces.list());
  private readonly readSpaces = new Resource(() => client.spaces.list().all());

  /** Absent until the titles of the spaces are known too. */
  readonly links = $derived(this.readSpaces.value && this.readLinks.value);
  /** Those of the account, which photos can be put into. */
  readonly spaces = $derived(this.readSpaces.value ?? []);
  readonly error = $derived(this.readLinks.error ?? this.readSpaces.error);
  readonly isWorking = $derived(
    this.links?.some(({ state }) => state === 'filling' || state === 'removing') ?? false,
  );
  /** The ids of the spaces that photos are put into. */
  readonly shown = $derived([
    ...new Set(this.links?.filter(({ state }) => state !== 'removing').map(({ spaceId }) => spaceId)),
  ]);
  readonly loadLinks = this.readLinks.load;
  readonly loadSpaces = this.readSpaces.load;
  readonly load = async (): Promise<void> => {
    await Promise.all([this.loadLinks(), this.loadSpaces()]);
  };

  /** What is known of a folder or key; `undefined` if its photos are in no space. */
  of(source: PhotoSource): PhotoSpace | undefined {
    return this.links?.find((link) =>
      'path' in source ? link.path === source.path : link.key === source.key,
    );
  }

  /** The nearest folder above a folder whose photos, and so those of the folder, are in a space. */
  above(folder: string): PhotoSpace | undefined {
    const isAbove = ({ path, state }: PhotoSpace) =>
      path !== null &&
      path !== folder &&
      state !== 'removing' &&
      (path === '' || folder.startsWith(`${path}/`));
    const found = this.links?.filter(isAbove) ?? [];
    return found.toSorted((one, other) => (other.path ?? '').length - (one.path ?? '').length)[0];
  }

  /** Whether photos are put into a space. */
  has(spaceId: string): boolean {
    return this.shown.includes(spaceId);
  }

  titleOf(spaceId: string): string {
    return this.spaces.find(({ id }) => id === spaceId)?.title || spaceId;
  }
}

export const photoSpaces = new PhotoSpaces();

/** Keeps {@link photoSpaces} as they are at the server. For views, while they are set up. */
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

/** The folder or key that an entry is of. */
export const sourceOf = ({ path, key }: PhotoSpace): PhotoSource =>
  key === null ? { path: path ?? '' } : { key };
