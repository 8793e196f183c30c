import { account } from '../../../api/account.ts';
import { quota } from '../../../api/quota.svelte.ts';
import {
  checkFiles,
  kindOf,
  neededFor,
  type Checked,
  type FileKind,
  type Limits,
  type Room,
  type SameImages,
} from './check-files.ts';
import type { FoundFile } from './dropped-files.ts';
import { findSame } from './known-files.ts';

/** Checks files before anything is sent. While the server has not told its limits, it objects to nothing. */
export class FileCheck {
  private kinds = $state.raw<ReadonlyMap<File, FileKind>>(new Map());
  /** The images with the bytes of files, looked for only where there is no room for all files. */
  private same = $state.raw<ReadonlyMap<File, SameImages>>(new Map());

  /** What the server takes; `undefined` until it has told. */
  get limits(): Limits | undefined {
    return quota.value?.uploads;
  }

  /** Finds out what the files are that are not known yet. */
  async look(found: readonly FoundFile[]): Promise<void> {
    const { limits } = this;
    if (limits === undefined) return;
    const unknown = found.map(({ file }) => file).filter((file) => !this.kinds.has(file));
    if (unknown.length > 0) {
      const looked = unknown.map(async (file) => [file, await kindOf(file, limits.types)] as const);
      this.kinds = new Map([...this.kinds, ...(await Promise.all(looked))]);
    }
    const { leftOut } = checkFiles(found, { kinds: this.kinds, limits, room: roomLeft() });
    if (leftOut.some(({ why }) => why === 'room')) await this.lookForSame(found);
  }

  /** Files that are there already need no room for their bytes. `pathOf` is the folder that a file would go to. */
  of(found: readonly FoundFile[], pathOf: (found: FoundFile) => string): Checked {
    const { kinds, limits, same } = this;
    if (limits === undefined) return { accepted: found, leftOut: [] };
    const needs = (one: FoundFile) => neededFor(one, pathOf(one), same.get(one.file) ?? []);
    return checkFiles(found, { kinds, limits, room: roomLeft(), needs });
  }

  private async lookForSame(found: readonly FoundFile[]): Promise<void> {
    const unknown = found.filter(({ file }) => !this.same.has(file));
    const looked: (readonly [File, SameImages])[] = [];
    await findSame(unknown, ({ file }, same) => looked.push([file, same]));
    if (looked.length > 0) this.same = new Map([...this.same, ...looked]);
  }
}

/** The room in the own account. How full somebody else's is, only their server tells. */
function roomLeft(): Room {
  const { value } = quota;
  if (value === undefined || account !== undefined) return {};
  const { imageCount, quota: allowed, bytes } = value;
  const all = bytes?.quota ?? undefined;
  return {
    images: allowed - imageCount,
    bytes: bytes === undefined || all === undefined ? undefined : all - bytes.used - bytes.reserved,
  };
}
