import type { AlbumRecord, GalleryImage, SpaceRecord } from '@cairn/api-schema';
import type { AlbumQuery } from '@cairn/images';
import type { ServerAccess } from '../program/server-access.js';
import type { ExportedImage } from '../transfer/image-record.js';
import type { ExportedAlbum, ExportedSpace, Origin } from './origin.js';

const PAGE = 500;
/** An overloaded server is asked again. */
const retry = { attempts: 10, maxDelayMs: 60_000 } as const;

/** The account of a key on a running server. */
export class HttpOrigin implements Origin {
  constructor(private readonly server: ServerAccess) {}

  async *images(): AsyncGenerator<ExportedImage & { readonly url: string }> {
    const include: ('file' | 'metadata' | 'visibility' | 'details' | 'taken')[] = [
      ...(['file', 'metadata', 'visibility', 'details', 'taken'] as const),
    ];
    const images = this.server.client.list('GET /api/images', {
      query: { sort: 'oldest', include, limit: PAGE },
    });
    for await (const image of images) yield imageOf(image);
  }

  async read(image: ExportedImage & { readonly url?: string }): Promise<AsyncIterable<Uint8Array>> {
    const { id, url: served = '', edit, metadata } = image;
    const { client, address, key } = this.server;
    if (metadata === 'hide')
      return (
        await client.open('GET /api/images/{id}/original', { params: { id }, retry, timeoutMs: Infinity })
      ).body;
    const url = edit === undefined ? served : `${served}?edit=none`;
    // Private files need the key. The key is sent only to the host that it was given for.
    const isOwn = new URL(url).origin === new URL(address).origin;
    const response = await fetch(url, isOwn ? { headers: { authorization: `Bearer ${key}` } } : {});
    if (!response.ok || response.body === null) throw new Error(`${url} answers ${response.status}.`);
    return response.body;
  }

  async *albums(): AsyncGenerator<ExportedAlbum> {
    const { client } = this.server;
    for (const album of (await client.list('GET /api/albums', { query: { limit: PAGE } }).all()).reverse()) {
      const images: string[] = [];
      if (album.query === null)
        for await (const { id } of client.list('GET /api/albums/{id}/images', {
          params: { id: album.id },
          query: { limit: PAGE },
        }))
          images.push(id);
      yield albumOf(album, images);
    }
  }

  async *spaces(): AsyncGenerator<ExportedSpace> {
    for await (const { id } of this.server.client.list('GET /hub/spaces', { query: { limit: PAGE } }))
      yield spaceOf(await this.server.client.call('GET /hub/spaces/{spaceId}', { params: { spaceId: id } }));
  }

  async features(spaceId: string): Promise<AsyncIterable<Uint8Array>> {
    return await this.server.client.features.export(spaceId, { format: 'ndjson', timeoutMs: Infinity });
  }
}

function imageOf(image: GalleryImage): ExportedImage & { readonly url: string } {
  const { id, url, path, tags, visibility = 'public', taken, metadata, file, createdAt, updatedAt } = image;
  const { sha256 = '', uploadSha256 = '', removed = [], capturedAt, camera, position } = metadata ?? {};
  const { title, caption, favourite, rating, position: set, edit } = image.details ?? {};
  const { color, thumbhash, perceptualHash, dctHash, original } = metadata ?? {};
  const stored =
    original === undefined
      ? { sizeInBytes: file?.sizeInBytes ?? 0, sha256 }
      : { sizeInBytes: original.sizeInBytes, sha256: uploadSha256 };
  const hasLook = color !== undefined && thumbhash !== undefined && perceptualHash !== undefined;
  return {
    id,
    url,
    path,
    fileName: file?.name ?? '',
    tags,
    visibility,
    takenAt: taken?.from === 'person' ? taken.at : undefined,
    title,
    caption,
    favourite: favourite === true ? true : undefined,
    rating,
    position: set,
    edit,
    file: {
      contentType: file?.type ?? 'image/jpeg',
      orientation: metadata?.orientation ?? 1,
      ...stored,
    },
    metadata: original === undefined ? 'keep' : 'hide',
    description: {
      uploadSha256,
      removed,
      ...(capturedAt !== undefined && { capturedAt }),
      ...(camera !== undefined && { camera }),
      ...(position !== undefined && { position }),
      ...(hasLook && { appearance: { color, thumbhash, perceptualHash, ...(dctHash && { dctHash }) } }),
    },
    createdAt: Date.parse(createdAt),
    updatedAt: Date.parse(updatedAt),
  };
}

function albumOf(album: AlbumRecord, images: readonly string[]): ExportedAlbum {
  const { id, title, description, order, coverId, query, createdAt, updatedAt } = album;
  return {
    id,
    title,
    description,
    order,
    coverId: coverId ?? undefined,
    query: query === null ? undefined : queryOf(query),
    images,
    createdAt: Date.parse(createdAt),
    updatedAt: Date.parse(updatedAt),
  };
}

function queryOf(query: NonNullable<AlbumRecord['query']>): AlbumQuery {
  const { recursive, q: text, type: types, from, to, bbox, near, ...same } = query;
  const [west = 0, south = 0, east = 0, north = 0] = bbox ?? [];
  const time = (text: string | undefined): number | undefined =>
    text === undefined ? undefined : Date.parse(text);
  const depth = recursive === undefined ? undefined : recursive ? 'tree' : 'own';
  return {
    ...same,
    depth,
    text,
    types,
    from: time(from),
    until: time(to),
    box: bbox && { west, south, east, north },
    near: near && { centre: near, radiusInMeters: near.radius },
  };
}

/** Members of a record that are not settings. */
const NO_SETTINGS = [
  'id',
  'title',
  'description',
  'storage',
  'owner',
  'createdAt',
  'updatedAt',
  'contentUpdatedAt',
  'volatility',
  'autoCacheProfile',
  'rights',
];

function spaceOf(record: SpaceRecord): ExportedSpace {
  const { id, title, description, createdAt } = record;
  const settings = Object.fromEntries(Object.entries(record).filter(([name]) => !NO_SETTINGS.includes(name)));
  return { id, title, description, createdAt, settings };
}
