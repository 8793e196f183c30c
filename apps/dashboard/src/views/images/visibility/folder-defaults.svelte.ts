import type { Visibility } from '@cairn/client';
import { client } from '../../../api/client.ts';
import { Resource } from '../../../api/resource.svelte.ts';

/** What uploads into the folders of the account get. */
class FolderDefaults {
  private readonly read = new Resource(() => client.images.folderDefaults());
  readonly load = this.read.load;
  /** Absent until they are known. */
  readonly byPath = $derived(
    this.read.value && new Map(this.read.value.map(({ path, visibility }) => [path, visibility])),
  );

  /** What the folder itself has. */
  of(path: string): Visibility | undefined {
    return this.byPath?.get(trimmed(path));
  }

  /** What uploads into the folder get. */
  for(path: string): Visibility {
    const folder = trimmed(path);
    return this.of(folder) ?? (folder === '' ? 'public' : this.above(folder));
  }

  /** What they would get if the folder had none itself. */
  above(path: string): Visibility {
    const folder = trimmed(path);
    return folder === '' ? 'public' : this.for(folder.slice(0, Math.max(0, folder.lastIndexOf('/'))));
  }
}

/** As the server stores it. */
const trimmed = (path: string): string =>
  path
    .normalize('NFC')
    .split('/')
    .filter((part) => part !== '')
    .join('/');

export const folderDefaults = new FolderDefaults();
