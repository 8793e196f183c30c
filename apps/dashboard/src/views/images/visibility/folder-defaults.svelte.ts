import type { Visibility } from '@cairn/client';
import type { FolderDefaultList } from '@cairn/api-schema';
import { client } from '../../../api/client.ts';
import { Resource } from '../../../api/resource.svelte.ts';

type FolderDefault = FolderDefaultList['defaults'][number];

/** What uploads into the folders of the account get. */
class FolderDefaults {
  private readonly read = new Resource(async () => (await client.call('GET /api/paths/defaults')).defaults);
  readonly load = this.read.load;
  /** Absent until they are loaded. */
  readonly byPath = $derived(this.read.value && new Map(this.read.value.map((each) => [each.path, each])));

  /** The folder's own default. */
  of(path: string): FolderDefault | undefined {
    return this.byPath?.get(trimmed(path));
  }

  /** The default visibility that uploads into the folder get. */
  for(path: string): Visibility {
    const folder = trimmed(path);
    return this.of(folder)?.visibility ?? (folder === '' ? 'public' : this.above(folder));
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
