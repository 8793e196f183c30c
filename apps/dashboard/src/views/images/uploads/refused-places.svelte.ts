import { isCairnError } from '@cairn/client';
import { client } from '../../../api/client.ts';
import { sentenceOf } from '../../../api/faults.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import { safeFolder } from '../library/safe-folder.ts';

const AT_ONCE = 4;

/**
 * The server's objections to folders and tags before anything is sent: a listing checks them by the rules of an upload.
 */
export class RefusedPlaces {
  /** Why the typed folder is refused, and there is nothing to take instead. */
  path = $state<string>();
  /** What the server takes instead of folders that it does not take. */
  safe = $state.raw<ReadonlyMap<string, string>>(new Map());
  tags = $state<string>();
  private readonly known = new Map<string, string | undefined>();
  private turn = 0;

  /**
   * Whether the server would accept what is typed. If it cannot be asked, the upload itself shows it.
   * @param places `path` is typed; `folders` are those of the files in it.
   */
  async check({
    path,
    folders,
    tags,
  }: {
    readonly path: string;
    readonly folders: readonly string[];
    readonly tags: readonly string[];
  }): Promise<boolean> {
    const turn = (this.turn += 1);
    const waiting = [...new Set([path, ...folders])];
    const safe = new Map<string, string>();
    const ask = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const instead = safeFolder(next);
        if ((await this.reasonOf('path', next)) === undefined || instead === '') continue;
        if ((await this.reasonOf('path', instead)) === undefined) safe.set(next, instead);
      }
    };
    const [refusedTags] = await Promise.all([
      this.reasonOf('tags', tags.join()),
      ...Array.from({ length: AT_ONCE }, ask),
    ]);
    const refusedPath = safe.has(path) ? undefined : await this.reasonOf('path', path);
    if (turn === this.turn) [this.path, this.safe, this.tags] = [refusedPath, safe, refusedTags];
    return refusedPath === undefined && refusedTags === undefined;
  }

  private async reasonOf(field: 'path' | 'tags', text: string): Promise<string | undefined> {
    const question = `${field}=${text}`;
    if (text !== '' && !this.known.has(question)) {
      const reason = await reasonFor(field === 'path' ? { path: text } : { tags: text.split(',') });
      if (reason === 'unknown') return undefined;
      this.known.set(question, reason?.text);
    }
    return this.known.get(question);
  }
}

async function reasonFor(
  filter: { readonly path: string } | { readonly tags: readonly string[] },
): Promise<{ readonly text: string } | undefined | 'unknown'> {
  try {
    await client.call('GET /api/images', { query: { ...filter, limit: 1 }, retry: false });
    return undefined;
  } catch (error) {
    return isCairnError(error, 'invalid') ? { text: sentenceOf(error, i18n.t) } : 'unknown';
  }
}
