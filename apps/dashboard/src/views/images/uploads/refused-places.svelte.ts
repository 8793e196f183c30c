import { isCairnError } from '@cairn/client';
import { client } from '../../../api/client.ts';
import { sentenceOf } from '../../../api/faults.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';

const AT_ONCE = 4;

/**
 * The server's objections to folders and tags before anything is sent: a listing checks them by the rules of an upload.
 */
export class RefusedPlaces {
  /** Why, by folder. */
  paths = $state.raw<ReadonlyMap<string, string>>(new Map());
  tags = $state<string>();
  private readonly known = new Map<string, string | undefined>();
  private turn = 0;

  /** Whether the server would accept all of them. If it cannot be asked, the upload itself shows it. */
  async check(paths: readonly string[], tags: readonly string[]): Promise<boolean> {
    const turn = (this.turn += 1);
    const waiting = [...new Set(paths)];
    const refused = new Map<string, string>();
    const ask = async (): Promise<void> => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        const reason = await this.reasonOf('path', path);
        if (reason !== undefined) refused.set(path, reason);
      }
    };
    const [refusedTags] = await Promise.all([
      this.reasonOf('tags', tags.join()),
      ...Array.from({ length: AT_ONCE }, ask),
    ]);
    if (turn === this.turn) [this.paths, this.tags] = [refused, refusedTags];
    return refused.size === 0 && refusedTags === undefined;
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
