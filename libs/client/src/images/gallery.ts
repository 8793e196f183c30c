import type {
  BulkDeleteResult,
  BulkTagsResult,
  BulkVisibilityResult,
  FolderDefaultList,
  GalleryImage,
  ImagePage,
  ImageRecord,
  ImagesQuery,
  PathList,
  PutFolderDefaultBody,
  TagList,
  Visibility,
} from '@cairn/api-schema';
import { path, queryText } from '../transport/address.js';
import { listing, type Listing } from '../transport/pages.js';
import type { CallOptions } from '../transport/transport.js';
import { ImageFiles, type ListOptions } from './images.js';

/** Selects and sorts images. */
export type ImageFilters = Omit<ImagesQuery, 'limit' | 'cursor' | 'tags'> & {
  readonly tags?: readonly string[] | undefined;
};

/** The maximum number of ids per request. Each request takes effect completely or not at all. */
const IDS_AT_ONCE = 1_000;

/** The images of the account. */
export class Images extends ImageFiles {
  /** The images that meet all conditions, newest first unless `sort` says otherwise. */
  list(options: ImageFilters & ListOptions = {}): Listing<GalleryImage> {
    const { pageSize: limit, ...others } = options;
    return listing(async (cursor) => {
      const { images: items, nextCursor } = await this.page({ limit, cursor, ...others });
      return { items, nextCursor };
    });
  }

  /** One page of images, for callers that keep the cursor themselves. */
  async page({
    signal,
    retry,
    timeoutMs,
    ...query
  }: ImageFilters & CallOptions & Pick<ImagesQuery, 'limit' | 'cursor'> = {}): Promise<ImagePage> {
    const options = { signal, retry, timeoutMs };
    return await this.transport.json({ path: '/api/images', query: queryText(query), options });
  }

  /**
   * The tags that contain this text, with the number of images that have each tag, in and below `path` if it is given.
   * The most frequent tags come first, 100 unless `limit` says otherwise.
   */
  async tags(
    options: CallOptions & {
      readonly q?: string | undefined;
      readonly path?: string | undefined;
      readonly limit?: number | undefined;
    } = {},
  ): Promise<TagList['tags']> {
    const query = queryText({ q: options.q, path: options.path, limit: options.limit });
    return (await this.transport.json<TagList>({ path: '/api/tags', query, options })).tags;
  }

  /** The folders directly below `parent`, with the number of images in and below each. */
  folders(
    options: ListOptions & { readonly parent?: string | undefined } = {},
  ): Listing<PathList['paths'][number]> {
    const { parent, pageSize: limit } = options;
    return listing(async (cursor) => {
      const query = queryText({ parent, limit, cursor });
      const page = await this.transport.json<PathList>({ path: '/api/paths', query, options });
      return { items: page.paths, nextCursor: page.nextCursor };
    });
  }

  /** The default visibilities of uploads, by the path of the folder, for folders that have a default. */
  async folderDefaults(options?: CallOptions): Promise<FolderDefaultList['defaults']> {
    const call = { path: '/api/paths/defaults', options };
    return (await this.transport.json<FolderDefaultList>(call)).defaults;
  }

  /**
   * Sets who gets the files of future uploads to a folder and below it, unless the upload says otherwise. `null`
   * removes the default. Existing images do not change.
   */
  async setFolderDefault(
    folder: string,
    visibility: Visibility | null,
    options?: CallOptions,
  ): Promise<PutFolderDefaultBody> {
    const json = { path: folder, visibility };
    return await this.transport.json({ method: 'PUT', path: '/api/paths/defaults', json, options });
  }

  /**
   * Replaces the tags, the visibility, the folder or the file name. A new folder or name gives the image a new address;
   * the former address still leads to it.
   */
  async update(
    id: string,
    change: {
      readonly tags?: readonly string[] | undefined;
      readonly path?: string | undefined;
      readonly name?: string | undefined;
      readonly visibility?: Visibility | undefined;
    },
    options?: CallOptions,
  ): Promise<ImageRecord> {
    return await this.transport.json({
      method: 'PATCH',
      path: path`/api/images/${id}`,
      json: change,
      repeatable: () => 'failed',
      options,
    });
  }

  /** Adds tags to images and removes tags from them, up to 1,000 images per request. */
  async tagMany(
    ids: readonly string[],
    change: { readonly add?: readonly string[] | undefined; readonly remove?: readonly string[] | undefined },
    options?: CallOptions,
  ): Promise<BulkTagsResult> {
    const result: BulkTagsResult = { changed: [], missing: [] };
    for (const some of groupsOf(ids)) {
      const json = { ids: some, ...change };
      const call = { method: 'POST', path: '/api/images/bulk/tags', json, options } as const;
      const { changed, missing } = await this.transport.json<BulkTagsResult>(call);
      result.changed.push(...changed);
      result.missing.push(...missing);
    }
    return result;
  }

  /** Changes who gets the files of images, up to 1,000 images per request. Their addresses stay the same. */
  async showMany(
    ids: readonly string[],
    visibility: Visibility,
    options?: CallOptions,
  ): Promise<BulkVisibilityResult> {
    const result: BulkVisibilityResult = { changed: [], missing: [] };
    for (const some of groupsOf(ids)) {
      const json = { ids: some, visibility };
      const call = { method: 'POST', path: '/api/images/bulk/visibility', json, options } as const;
      const { changed, missing } = await this.transport.json<BulkVisibilityResult>(call);
      result.changed.push(...changed);
      result.missing.push(...missing);
    }
    return result;
  }

  /** Deletes images, up to 1,000 per request. */
  async deleteMany(ids: readonly string[], options?: CallOptions): Promise<BulkDeleteResult> {
    const result: BulkDeleteResult = { deleted: [], missing: [] };
    for (const some of groupsOf(ids)) {
      const call = { method: 'POST', path: '/api/images/bulk/delete', json: { ids: some }, options } as const;
      const { deleted, missing } = await this.transport.json<BulkDeleteResult>(call);
      result.deleted.push(...deleted);
      result.missing.push(...missing);
    }
    return result;
  }
}

function groupsOf(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, index) =>
    ids.slice(index * IDS_AT_ONCE, (index + 1) * IDS_AT_ONCE),
  );
}
