import type { AlbumQuery } from '@cairn/images';
import type { Fields } from './fields.js';

/** An album as a line of an export tells it. */
export interface AlbumRecord {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly order: 'manual' | 'newest' | 'oldest';
  /** Ids that images had where the export comes from, in the order of the album. */
  readonly images: readonly string[];
  readonly coverId: string | undefined;
  readonly query: AlbumQuery | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const orders = ['manual', 'newest', 'oldest'] as const;

/** Reads an album of an export; `undefined` if the JSON is something else. */
export function readAlbumRecord(json: Fields): AlbumRecord | undefined {
  const [id, title] = [json.text('id'), json.text('title')];
  const [createdAt, updatedAt] = [json.time('createdAt'), json.time('updatedAt')];
  const order = orders.find((one) => one === json.text('order'));
  if (id === undefined || !/^[0-9A-Za-z]{1,64}$/.test(id) || title === undefined || order === undefined)
    return undefined;
  if (createdAt === undefined || updatedAt === undefined) return undefined;
  return {
    id,
    title,
    description: json.text('description') ?? '',
    order,
    images: json.texts('images'),
    coverId: json.text('coverId'),
    // The domain refuses every member of a query that is not as it should be.
    query: json.has('query') ? (json.value('query') as AlbumQuery) : undefined,
    createdAt,
    updatedAt,
  };
}
