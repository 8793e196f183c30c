import type { LookAlikeGroup } from '@cairn/api-schema';
import { client } from '../../api/client.ts';

const PAGE = 20;
/** So many groups are loaded again after a change, so that nobody loses their place in the list. */
const READ_AGAIN = 200;

/** A part of the groups, and where the next part begins. */
interface Part {
  readonly groups: readonly LookAlikeGroup[];
  readonly next: string | undefined;
}

/** The groups of images that look alike, loaded page by page. */
export class LookAlikes {
  groups = $state.raw<readonly LookAlikeGroup[]>([]);
  next = $state<string>();
  isLoading = $state(false);
  hasLoaded = $state(false);
  error = $state.raw<unknown>();
  private attempt = 0;

  /** Loads the groups from the first one, as many as are shown. */
  async load(): Promise<void> {
    const count = Math.min(READ_AGAIN, Math.max(1, this.groups.length));
    await this.read(async () => await upTo(count, { groups: [], next: undefined }));
  }

  /** Loads the groups that follow. */
  async more(): Promise<void> {
    const { groups, next, isLoading } = this;
    if (next === undefined || isLoading) return;
    await this.read(async () => await upTo(groups.length + 1, { groups, next }));
  }

  /** Shows a group no more. */
  remove(group: LookAlikeGroup): void {
    this.groups = this.groups.filter((each) => each !== group);
  }

  private async read(find: () => Promise<Part>): Promise<void> {
    const attempt = (this.attempt += 1);
    this.isLoading = true;
    this.error = undefined;
    try {
      const { groups, next } = await find();
      if (attempt !== this.attempt) return;
      this.groups = groups;
      this.next = next;
      this.hasLoaded = true;
    } catch (error) {
      if (attempt === this.attempt) this.error = error;
    } finally {
      if (attempt === this.attempt) this.isLoading = false;
    }
  }
}

/** Reads on until there are that many groups: a page may have fewer than it was asked for. */
async function upTo(count: number, { groups, next }: Part): Promise<Part> {
  let cursor = next;
  const found = [...groups];
  do {
    const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const page = await client.call('GET /api/images/look-alikes', { query });
    found.push(...page.groups);
    cursor = page.nextCursor;
  } while (cursor !== undefined && found.length < count);
  return { groups: found, next: cursor };
}
