import { changes } from '../../../api/changes.svelte.ts';
import { client } from '../../../api/client.ts';

const MAX_TITLE = 200;

/** A space named after a file, without its ending. */
export const titleOf = (fileName: string): string =>
  (
    fileName
      .replace(/\.[^.]{1,8}$/, '')
      .replaceAll('_', ' ')
      .trim() || fileName
  ).slice(0, MAX_TITLE);

/** A space for a file, which exists once it is needed. */
export class NewSpace {
  private making: Promise<string> | undefined;

  constructor(readonly title: string) {}

  /** Makes the space unless it exists. */
  readonly id = async (): Promise<string> => {
    this.making ??= client
      .call('POST /hub/spaces', { body: { title: this.title } })
      .then(({ id }) => (changes.note('spaces'), id));
    try {
      return await this.making;
    } catch (error) {
      this.making = undefined;
      throw error;
    }
  };

  /** Removes the space, for nobody needs it any more. */
  async remove(): Promise<void> {
    const { making } = this;
    this.making = undefined;
    const id = await making?.catch(() => undefined);
    // If that fails, an empty space is left, which people can delete.
    if (id !== undefined) await removeEmptySpace(id).catch(() => undefined);
  }
}

/** Removes a space that never had anything in it, so it does not stay in the trash either. */
export async function removeEmptySpace(id: string): Promise<void> {
  await client.call('DELETE /hub/spaces/{spaceId}', { params: { spaceId: id } });
  changes.note('spaces');
  // Who may not empty the trash leaves it there, from where it goes by itself.
  await purge(id).catch(() => undefined);
}

async function purge(id: string): Promise<void> {
  const { entries } = await client.call('GET /api/trash', { query: { kind: 'space', limit: 10 } });
  const entry = entries.find(({ space }) => space === id);
  if (entry !== undefined) await client.call('DELETE /api/trash/{id}', { params: { id: entry.id } });
}
