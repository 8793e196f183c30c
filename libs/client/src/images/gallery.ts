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

/** Which images, and in which order. */
export type ImageFilters = Omit<ImagesQuery, 'limit' | 'cursor' | 'tags'> & {
  readonly tags?: readonly string[] | undefined;
};

/** How many ids are sent at once. Each request is done as a whole or not at all. */
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

  /** One page of them, for whoever keeps the cursor. */
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
   * The tags with this text in them, with how many images have each, in and below `path` if it is given: the most frequent
   * first, 100 unless `limit` says otherwise.
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

  /** The folders right below `parent`, with how many images are in and below each. */
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

  /** What uploads into folders get, of those that have a default, by path. */
  async folderDefaults(options?: CallOptions): Promise<FolderDefaultList['defaults']> {
    const call = { path: '/api/paths/defaults', options };
    return (await this.transport.json<FolderDefaultList>(call)).defaults;
  }

  /**
   * Sets who gets the files of uploads into a folder and below it that say nothing themselves; `null` removes that.
   * Images that are there stay as they are.
   */
  async setFolderDefault(
    folder: string,
    visibility: Visibility | null,
    options?: CallOptions,
  ): Promise<PutFolderDefaultBody> {
    const json = { path: folder, visibility };
    return await this.transport.json({ method: 'PUT', path: '/api/paths/defaults', json, options });
  }

  /** Replaces the tags, the visibility, the folder or the file name. With another folder or name it has another address, and the former one still leads to it. */
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

  /** Adds tags to images and removes tags from them, of up to 1,000 at once. */
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

  /** Changes who gets the files of images, of up to 1,000 at once. Their addresses stay. */
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

  /** Deletes images, up to 1,000 at once. */
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
