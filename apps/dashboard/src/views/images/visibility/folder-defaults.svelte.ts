import type { Visibility } from '@cairn/client';
import { client } from '../../../api/client.ts';
import { Resource } from '../../../api/resource.svelte.ts';

/** The default visibilities of uploads in the folders of the account. */
class FolderDefaults {
  private readonly read = new Resource(async () => (await client.call('GET /api/paths/defaults')).defaults);
  readonly load = this.read.load;
  /** Absent until they are loaded. */
  readonly byPath = $derived(
    this.read.value && new Map(this.read.value.map(({ path, visibility }) => [path, visibility])),
  );

  /** The folder's own default. */
  of(path: string): Visibility | undefined {
    return this.byPath?.get(trimmed(path));
  }

  /** The default that uploads into the folder get. */
  for(path: string): Visibility {
    const folder = trimmed(path);
    return this.of(folder) ?? (folder === '' ? 'public' : this.above(folder));
  }

  /** The default that uploads would get without the folder's own one. */
  above(path: string): Visibility {
    const folder = trimmed(path);
    return folder === '' ? 'public' : this.for(folder.slice(0, Math.max(0, folder.lastIndexOf('/'))));
  }
}

/** The path as the server stores it. */
const trimmed = (path: string): string =>
  path
    .normalize('NFC')
    .split('/')
    .filter((part) => part !== '')
    .join('/');

export const folderDefaults = new FolderDefaults();
