import type { AlbumRecord, CreateAlbumBody, CreateSpaceBody } from '@cairn/api-schema';
import { isCairnError, type CairnClient } from '@cairn/client';
import type { AlbumQuery } from '@cairn/images';
import {
  Refused,
  type Destination,
  type NewAlbum,
  type NewImage,
  type NewSpace,
  type SpaceCounts,
} from './destination.js';
import { isUnfinished, settingsOf, UNFINISHED } from './unfinished.js';

const PAGE = 1_000;
/** A server that has too much to do is asked again for a quarter of an hour. */
const retry = { attempts: 20, maxDelayMs: 60_000 } as const;

/** A running server, in the account of the key. Images and albums get new ids, times and addresses there. */
export class HttpDestination implements Destination {
  readonly keepsIds = false;
  /** Albums that were there before, by title, without those that were found in the export. */
  private known: Promise<ReadonlyMap<string, AlbumRecord[]>> | undefined;

  constructor(private readonly client: CairnClient) {}

  async imagesIn(path: string): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const images = this.client.images.list({
      path,
      recursive: false,
      include: ['metadata'],
      pageSize: PAGE,
    });
    // Below the top folder a path cannot be left out of a listing: what is deeper is left out here.
    for await (const { id, path: own, metadata } of images)
      if (own === path && metadata !== undefined)
        for (const sha256 of [metadata.sha256, metadata.uploadSha256]) found.set(sha256, id);
    return found;
  }

  /** No ids are kept. */
  findImage(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async addImage({ bytes, name, path, tags, visibility, record }: NewImage): Promise<string> {
    const known = visibilities.find((one) => one === visibility);
    const metadata = record === undefined ? undefined : 'keep';
    // The form of an upload separates tags by commas.
    const sent = tags.map((tag) => tag.replaceAll(',', ' '));
    const options = { name, path, tags: sent, metadata, visibility: known, retry } as const;
    return (await orRefused(this.client.images.upload(bytes, options))).id;
  }

  async addAlbum({ title, description, order, images, query, coverId }: NewAlbum): Promise<boolean> {
    this.known ??= this.albumsByTitle();
    const there = (await this.known).get(title)?.pop(); // an export has albums oldest first
    if (there !== undefined && !isUnfinished(there.description)) return false;
    const { albums } = this.client;
    const isInSteps = images.length > PAGE || coverId !== undefined;
    const begun = { title, description: isInSteps ? UNFINISHED : description, order };
    const some = query === undefined ? { images: images.slice(0, PAGE) } : { query: queryBody(query) };
    const { id } = there ?? (await orRefused(albums.create({ ...begun, ...some }, { retry })));
    if (there === undefined && !isInSteps) return true;
    // Images that are in the album stay where they are.
    for (let at = there === undefined ? PAGE : 0; at < images.length; at += PAGE)
      await albums.place(id, images.slice(at, at + PAGE), { retry });
    const last = coverId === undefined ? { description } : { description, coverId };
    await orRefused(albums.update(id, last, { retry }));
    return true;
  }

  async addSpace(
    { id, title, description, settings, format }: NewSpace,
    features: AsyncIterable<Uint8Array>,
  ): Promise<SpaceCounts | undefined> {
    const { spaces } = this.client;
    const there = await spaces.get(id).catch((error: unknown) => {
      if (isCairnError(error, 'not-found')) return undefined;
      if (isCairnError(error, 'forbidden')) throw new Refused(`Another account has a space ${id}.`);
      throw error;
    });
    if (there !== undefined && !isUnfinished(there.description)) return undefined;
    if (there !== undefined) await spaces.delete(id);
    const first = { id, title, description: UNFINISHED, ...settingsOf(settings, 'first') };
    // The settings come from JSON, and the server refuses every member that is not as it should be.
    await orRefused(spaces.create(first as CreateSpaceBody));
    const summary = await orRefused(
      this.client.features.import(id, features, { format, timeoutMs: Infinity }),
    );
    await spaces.update(id, { description, ...settingsOf(settings, 'last') });
    const { inserted, updated, failed } = summary;
    return { stored: inserted + updated, failed };
  }

  /** The latest first. */
  private async albumsByTitle(): Promise<ReadonlyMap<string, AlbumRecord[]>> {
    const found = new Map<string, AlbumRecord[]>();
    for await (const album of this.client.albums.list({ pageSize: PAGE }))
      found.set(album.title, [...(found.get(album.title) ?? []), album]);
    return found;
  }
}

const visibilities = ['public', 'unlisted', 'private'] as const;

/** The conditions of a smart album by their names in the HTTP interface. */
function queryBody(query: AlbumQuery): NonNullable<CreateAlbumBody['query']> {
  const { path, depth, tags, tagMatch, text: q, types, from, until, sort } = query;
  const time = (ms: number | undefined): string | undefined =>
    ms === undefined ? undefined : new Date(ms).toISOString();
  const type = types === undefined ? undefined : [...types];
  const recursive = depth === undefined ? undefined : depth === 'tree';
  const lists = { tags: tags === undefined ? undefined : [...tags], type };
  return { path, recursive, ...lists, tagMatch, q, from: time(from), to: time(until), sort };
}

async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isRefused = isCairnError(error, 'invalid', 'too-large') || isCairnError(error, 'conflict');
    if (!isRefused || error.code === 'quota-exceeded') throw error;
    throw new Refused([error.detail, ...error.errors.map(({ detail }) => detail)].join(' '), {
      cause: error,
    });
  }
}
