import { compareTexts } from '@cairn/kernel';
import { FolderDefaultLimitReached, type FolderDefault } from '@cairn/images';
import type { TraceHolder } from '../traces.js';
import { foldersAbove, nearestOf, type FolderDefaultRepository } from '@cairn/images/spi';

/** Keeps the defaults of folders in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryFolderDefaultRepository implements FolderDefaultRepository {
  /** By owner, then by path. */
  private readonly owners = new Map<string, Map<string, FolderDefault>>();
  readonly traces: readonly TraceHolder[] = [
    {
      kind: 'folderDefaults',
      count: ({ owner }) => this.owners.get(owner)?.size ?? 0,
      erase: ({ owner }) => {
        const { size = 0 } = this.owners.get(owner) ?? {};
        this.owners.delete(owner);
        return size;
      },
    },
  ];

  async put(owner: string, folder: FolderDefault, maxDefaults: number): Promise<void> {
    const folders = this.owners.get(owner) ?? new Map<string, FolderDefault>();
    if (!folders.has(folder.path) && folders.size >= maxDefaults)
      throw new FolderDefaultLimitReached(maxDefaults);
    this.owners.set(owner, folders.set(folder.path, { ...folder }));
  }

  async remove(owner: string, path: string): Promise<void> {
    this.owners.get(owner)?.delete(path);
  }

  async list(owner: string): Promise<readonly FolderDefault[]> {
    return [...(this.owners.get(owner)?.values() ?? [])].sort((one, other) =>
      compareTexts(one.path, other.path),
    );
  }

  async findNearest(owner: string, path: string): Promise<FolderDefault | undefined> {
    const folders = this.owners.get(owner);
    const found = foldersAbove(path).flatMap((folder) => folders?.get(folder) ?? []);
    return nearestOf(found.reverse());
  }
}
