import type { Application } from '@cairn/composition';
import { editChangeOf, ListImages, ReadAlbums, storedFile, type Album } from '@cairn/images';
import { BlobStore } from '@cairn/images/spi';
import { ExportFeatures, ListSpaces, ownerCaller } from '@cairn/spaces';
import { allOf } from '../transfer/pages.js';
import { NOTHING_MORE, type ExportedImage } from '../transfer/image-record.js';
import type { ExportedAlbum, ExportedSpace, Origin } from './origin.js';

const PAGE = 500;

/** An account in the stores themselves. */
export class StoreOrigin implements Origin {
  constructor(
    private readonly application: Pick<Application, 'get'>,
    private readonly owner: string,
  ) {}

  images(): AsyncGenerator<ExportedImage & { readonly file: { readonly blobKey: string } }> {
    const list = this.application.get(ListImages);
    return allOf(async (after: Parameters<typeof list.execute>[2]['after']) => {
      const page = await list.execute(this.owner, { sort: 'oldest' }, { limit: PAGE, after });
      const items = page.images.map((image) => ({
        ...NOTHING_MORE,
        ...image,
        edit: editChangeOf(image.file),
        file: { ...image.file, ...storedFile(image.file) },
        metadata: image.file.whole === undefined ? ('keep' as const) : ('hide' as const),
      }));
      return { items, next: page.next };
    });
  }

  async read({
    file,
  }: ExportedImage & { readonly file: { readonly blobKey?: string } }): Promise<AsyncIterable<Uint8Array>> {
    return await this.application
      .get(BlobStore)
      .area('originals')
      .get(file.blobKey ?? '');
  }

  async *albums(): AsyncGenerator<ExportedAlbum> {
    const read = this.application.get(ReadAlbums);
    const filled = allOf((after: Parameters<typeof read.list>[1]['after']) =>
      read.list(this.owner, { limit: PAGE, after }),
    );
    const albums: Album[] = [];
    for await (const { album } of filled) albums.push(album);
    for (const { owner, ...album } of albums.reverse()) {
      const images: string[] = [];
      const pages = allOf(async (cursor: string | undefined) => {
        const page = await read.images({ owner, id: album.id }, { limit: PAGE, cursor });
        return { items: page.images, next: page.nextCursor };
      });
      if (album.query === undefined) for await (const { id } of pages) images.push(id);
      yield { ...album, images };
    }
  }

  spaces(): AsyncGenerator<ExportedSpace> {
    const list = this.application.get(ListSpaces);
    const caller = ownerCaller({ owner: this.owner });
    return allOf(async (after: Parameters<typeof list.execute>[2]['after']) => {
      const { items, next } = await list.execute(caller, {}, { limit: PAGE, after });
      const shown = items.map(
        ({ id, title, description, createdAt, settings: { indexedByUse: _, ...settings } }) => ({
          id,
          title,
          description,
          createdAt,
          settings: { ...settings },
        }),
      );
      return { items: shown, next };
    });
  }

  async features(spaceId: string): Promise<AsyncIterable<string>> {
    const caller = ownerCaller({ owner: this.owner });
    return await this.application.get(ExportFeatures).execute(caller, spaceId, { format: 'ndjson' });
  }
}
