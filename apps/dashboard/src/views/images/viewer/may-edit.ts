import type { ImageDetails } from '@cairn/api-schema';
import { router } from '../../../routing/router.svelte.ts';
import { acting } from '../../../session/acting.svelte.ts';
import { session } from '../../../session/session.svelte.ts';

/**
 * Whether the user may change the image: by a role in the image, its folder or the open album, or because they added
 * it.
 */
export function mayEdit({ id, path, addedBy }: ImageDetails): boolean {
  const album = router.path.includes('/albums/') ? router.parameters['id'] : undefined;
  const parts = [
    { type: 'image', id },
    { type: 'folder', id: path },
    ...(album === undefined ? [] : [{ type: 'album', id: album } as const]),
  ] as const;
  const isTheirs = addedBy === `user:${session.current?.user.id ?? ''}`;
  return acting.may(isTheirs ? 'contributor' : 'editor', ...parts);
}
