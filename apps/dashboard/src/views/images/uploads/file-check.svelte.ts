import { account } from '../../../api/account.ts';
import { quota } from '../../../api/quota.svelte.ts';
import { checkFiles, kindOf, type Checked, type FileKind, type Limits, type Room } from './check-files.ts';
import type { FoundFile } from './dropped-files.ts';

/** Checks files before anything is sent. While the server has not told its limits, it objects to nothing. */
export class FileCheck {
  private kinds = $state.raw<ReadonlyMap<File, FileKind>>(new Map());

  /** What the server takes; `undefined` until it has told. */
  get limits(): Limits | undefined {
    return quota.value?.uploads;
  }

  /** Finds out what the files are that are not known yet. */
  async look(found: readonly FoundFile[]): Promise<void> {
    const { limits } = this;
    if (limits === undefined) return;
    const unknown = found.map(({ file }) => file).filter((file) => !this.kinds.has(file));
    if (unknown.length === 0) return;
    const looked = unknown.map(async (file) => [file, await kindOf(file, limits.types)] as const);
    this.kinds = new Map([...this.kinds, ...(await Promise.all(looked))]);
  }

  of(found: readonly FoundFile[]): Checked {
    const { kinds, limits } = this;
    return limits === undefined
      ? { accepted: found, leftOut: [] }
      : checkFiles(found, { kinds, limits, room: roomLeft() });
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
