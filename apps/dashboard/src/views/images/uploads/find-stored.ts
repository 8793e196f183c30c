import type { UploadResult } from '@cairn/api-schema';
import { client } from '../../../api/client.ts';

/** The newest ones with this name at this place: more of them have hardly come at one time. */
const LOOKED_AT = 10;

/** Where a file was sent, and what the image must not be as it came of another file. */
interface Sent {
  readonly file: File;
  readonly path: string;
  readonly isOther: (id: string) => boolean;
}

/** Whether it can be told what a file has become: browsers make no digest for pages without https. */
export const mayFindStored = (): boolean => 'subtle' in crypto;

/** The image that a file has become whose answer got lost: one of its folder, made of the very same bytes. */
export async function findStored({ file, path, isOther }: Sent): Promise<UploadResult | undefined> {
  const { images } = await client.images.page({
    path,
    recursive: false,
    limit: LOOKED_AT,
    sort: 'newest',
    retry: false,
    ...(wordsOf(file.name) !== '' && { q: wordsOf(file.name) }),
  });
  const candidates = images.filter(({ id }) => !isOther(id));
  if (candidates.length === 0) return undefined;
  const digest = hexOf(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  for (const { id, url } of candidates) {
    const { metadata } = await client.images.get(id, { include: ['metadata'], retry: false });
    if (metadata?.uploadSha256 === digest) return { id, url };
  }
  return undefined;
}

/** What a name is found by, whatever the server has made of its other characters and its end. */
const wordsOf = (name: string): string =>
  name
    .replace(/\.\w+$/, '')
    .match(/[\p{L}\p{M}\p{N}]{1,32}/gu)
    ?.slice(0, 4)
    .join(' ') ?? '';

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
