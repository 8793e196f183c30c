import type { MapRecord, PatchMapBody } from '@cairn/api-schema';
import { isCairnError } from '@cairn/client';
import { changes } from '../../api/changes.svelte.ts';
import { client } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { Resource } from '../../api/resource.svelte.ts';
import { i18n } from '../../i18n/i18n.svelte.ts';
import type { TaggedMap } from './edit/edited-map.ts';

/** The map in the view. */
export class OpenMap {
  readonly tagged: Resource<TaggedMap>;
  readonly record = $derived.by((): MapRecord | undefined => this.tagged.value?.map);
  readonly isGone = $derived.by(() => isCairnError(this.tagged.error, 'not-found'));

  constructor(readonly id: string) {
    this.tagged = new Resource(async () =>
      taggedOf(await client.answer('GET /api/maps/{id}', { params: { id } })),
    );
  }

  readonly load = async (): Promise<void> => await this.tagged.load();

  /**
   * Changes the map that was read: the latest one, unless it is given.
   *
   * @throws {CairnError} of the kind `conflict` if it has changed since. Then the map is read again; `reasonOf` says so.
   */
  async patch(change: PatchMapBody, from = this.tagged.value): Promise<MapRecord> {
    const { id } = this;
    try {
      const answer = await client.answer('PATCH /api/maps/{id}', {
        params: { id },
        headers: { 'If-Match': from?.etag },
        body: change,
      });
      this.tagged.value = taggedOf(answer);
      changes.note('maps');
      return answer.body;
    } catch (error) {
      await this.afterFailure(error);
      throw error;
    }
  }

  /** Deletes the map that was read. @throws {CairnError} as `patch` does */
  async delete(): Promise<void> {
    const { id } = this;
    try {
      await client.call('DELETE /api/maps/{id}', {
        params: { id },
        headers: { 'If-Match': this.tagged.value?.etag },
      });
      changes.note('maps');
    } catch (error) {
      await this.afterFailure(error);
      throw error;
    }
  }

  private async afterFailure(error: unknown): Promise<void> {
    if (isCairnError(error, 'conflict')) await this.load();
  }
}

/** Why a map was not changed, in one sentence. */
export const reasonOf = (error: unknown): string =>
  isCairnError(error, 'conflict') ? i18n.t.maps.changedElsewhere : sentenceOf(error, i18n.t);

function taggedOf({ body, headers }: { readonly body: MapRecord; readonly headers: Headers }): TaggedMap {
  return { map: body, etag: headers.get('ETag') ?? '' };
}
