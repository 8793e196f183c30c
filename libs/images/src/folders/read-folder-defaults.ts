import type { PortsOf } from '@cairn/kernel';
import { FolderDefaultRepository } from './folder-default-repository.js';
import type { FolderDefault } from './folder-default.js';

/** Lists the defaults of an owner's folders. */
export class ReadFolderDefaults {
  static readonly ports = { folderDefaults: FolderDefaultRepository };

  constructor(private readonly ports: PortsOf<typeof ReadFolderDefaults.ports>) {}

  /** By ascending path. */
  async execute(owner: string): Promise<readonly FolderDefault[]> {
    return await this.ports.folderDefaults.list(owner);
  }
}
