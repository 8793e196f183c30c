import type { AlbumRecord } from '@cairn/api-schema';
import { isCairnError } from '@cairn/client';
import { changes } from '../../api/changes.svelte.ts';
import { client } from '../../api/client.ts';
import { Resource } from '../../api/resource.svelte.ts';
import { toasts } from '../../api/toasts.svelte.ts';
import { attempt } from '../../components/attempt.ts';
import { i18n } from '../../i18n/i18n.svelte.ts';
import { albumImages, Library } from '../images/library/library.svelte.ts';
import { Selection } from '../images/library/selection.svelte.ts';
import { moveInAlbum, takeOutOfAlbum } from './change-albums.ts';
import { moved, moveTo, type Target } from './places.ts';

/** The album in the view, and the actions on its images. */
export class OpenAlbum {
  readonly library = new Library();
  readonly selection = new Selection(() => this.library);
  readonly record: Resource<AlbumRecord>;
  readonly isGone = $derived.by(() => isCairnError(this.record.error, 'not-found'));
  readonly isByHand = $derived.by(() => {
    const { value } = this.record;
    return value?.query === null && value.order === 'manual';
  });
  /** A text for screen readers about the new position of images. */
  news = $state('');

  private moves = Promise.resolve();

  constructor(readonly id: string) {
    this.record = new Resource(() => client.call('GET /api/albums/{id}', { params: { id } }));
  }

  readonly load = async (): Promise<void> => {
    await Promise.all([this.record.load(), this.library.load(albumImages(this.id))]);
  };

  async refresh(): Promise<void> {
    await Promise.all([this.record.load(), this.library.refresh()]);
  }

  async setOrder(order: AlbumRecord['order']): Promise<void> {
    await attempt(async () => {
      this.record.value = await client.call('PATCH /api/albums/{id}', {
        params: { id: this.id },
        body: { order },
      });
      await this.library.load(albumImages(this.id));
    });
  }

  async makeCover(): Promise<void> {
    const [image] = this.selection.images();
    if (image === undefined) return;
    await attempt(async () => {
      this.record.value = await client.call('PATCH /api/albums/{id}', {
        params: { id: this.id },
        body: { coverId: image.id },
      });
      this.selection.clear();
      toasts.show(i18n.t.albums.coverSet);
    });
  }

  async takeOut(): Promise<void> {
    const images = this.selection.images();
    await takeOutOfAlbum(this.id, images);
    this.selection.clear();
    await this.refresh();
  }

  /** Moves images in the list at once, and then on the server, one move after another. */
  async move(ids: ReadonlySet<string>, to: Target): Promise<void> {
    const { library } = this;
    const { at, others } = moveTo(library.shown, ids, to);
    if (at === others.length) await library.next(); // the last loaded image may not be the last of the album
    const move = moveTo(library.shown, ids, to);
    library.items = moved(move);
    this.news = i18n.t.albums.moved(i18n.number(move.at + 1), i18n.number(library.items.length));
    this.moves = this.moves.then(() => attempt(() => moveInAlbum(this.id, move)));
    await this.moves;
    changes.note('albums'); // the cover may have changed, and after an error the list may be wrong
  }
}
