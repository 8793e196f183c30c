import { InvalidInput, parseAll, type PortsOf } from '@cairn/kernel';
import type { Visibility } from '../image/visibility.js';
import { parseImagePath } from '../names/image-path.js';
import {
  FolderDefaultRepository,
  MAX_FOLDER_DEFAULTS,
  type FolderDefault,
  type FolderMetadata,
} from './folder-default-repository.js';

/** What to set. */
export interface FolderDefaultChange {
  readonly path: string;
  /** `null` for none. */
  readonly visibility: Visibility | null;
  /** Only beside a visibility. */
  readonly metadata?: FolderMetadata | undefined;
}

/** Sets or removes the default of a folder. Images that are there stay as they are. */
export class SetFolderDefault {
  static readonly ports = { folderDefaults: FolderDefaultRepository };

  constructor(private readonly ports: PortsOf<typeof SetFolderDefault.ports>) {}

  /** Returns it with the path as it is stored. @throws {InvalidInput} {FolderDefaultLimitReached} */
  async execute(owner: string, given: FolderDefaultChange): Promise<FolderDefaultChange> {
    const { folderDefaults } = this.ports;
    const { visibility, metadata } = given;
    const { path } = parseAll({
      path: () => parseImagePath(given.path),
      metadata: () => assertBeside(visibility, metadata),
    });
    if (visibility === null) {
      await folderDefaults.remove(owner, path);
      return { path, visibility };
    }
    const folder = { path, visibility, ...(metadata !== undefined && { metadata }) };
    await folderDefaults.put(owner, folder, MAX_FOLDER_DEFAULTS);
    return folder;
  }
}

function assertBeside(visibility: Visibility | null, metadata: FolderMetadata | undefined): void {
  if (visibility === null && metadata !== undefined)
    throw InvalidInput.of('unexpected', 'A folder without a default says nothing of metadata.');
}

/** Lists the defaults of an owner's folders. */
export class ReadFolderDefaults {
  static readonly ports = { folderDefaults: FolderDefaultRepository };

  constructor(private readonly ports: PortsOf<typeof ReadFolderDefaults.ports>) {}

  /** By ascending path. */
  async execute(owner: string): Promise<readonly FolderDefault[]> {
    return await this.ports.folderDefaults.list(owner);
  }
}
