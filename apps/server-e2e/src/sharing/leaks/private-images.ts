import { createHash } from 'node:crypto';
import { uploadForm, type ServerProcess } from '@cairn/harness';
import sharp from 'sharp';

const TYPES = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;

/** An image, and what may lead to it. */
export interface Target {
  readonly id: string;
  /** Of its file. */
  readonly path: string;
  readonly tag: string;
  readonly folder: string;
  /** True ones, of the file and of a derivative. */
  readonly etag: string;
  readonly derivedEtag: string;
  readonly longitude: number;
  readonly latitude: number;
}

/** An image that there is not. */
export const absent: Target = {
  id: 'A'.repeat(22),
  path: '/cdn/never/was-here-AAAAAAAAAAAAAAAAAAAAAA.jpg',
  tag: 'never-given',
  folder: 'never/was',
  etag: `"${'0'.repeat(64)}"`,
  derivedEtag: `"${'0'.repeat(64)}"`,
  longitude: -140.5,
  latitude: -40.5,
};

export const DERIVED = '?w=320&format=webp';

const degrees = (value: number): string =>
  `${Math.floor(value)}/1 ${Math.round((value % 1) * 60_000)}/1000 0/1`;

/** An image that no other one is like, with EXIF that says where it was taken. */
export async function photoAt(index: number, longitude: number, latitude: number): Promise<Uint8Array> {
  const background = { r: index % 256, g: (index * 7) % 256, b: 90 };
  const gps = { GPSLatitudeRef: 'N', GPSLongitudeRef: 'E' };
  return await sharp({ create: { width: 24, height: 18, channels: 3, background } })
    .withExif({ IFD3: { ...gps, GPSLatitude: degrees(latitude), GPSLongitude: degrees(longitude) } })
    .toFormat(TYPES[index % TYPES.length] ?? 'jpeg')
    .toBuffer();
}

interface Made {
  readonly key: string;
  readonly index: number;
  readonly visibility: 'public' | 'private';
}

/** Uploads an image with a place and a tag of its own. */
export async function newImage(server: ServerProcess, { key, index, visibility }: Made): Promise<Target> {
  const [longitude, latitude] = [2 + (index % 20) + 0.3769, 41 + Math.floor(index / 20) + 0.5417];
  const [folder, tag] = [index % 4 === 0 ? 'closed' : `closed/part-${index % 4}`, `hidden-${index}`];
  const bytes = await photoAt(index, longitude, latitude);
  const body = uploadForm({ bytes, name: `p${index}.jpg`, path: folder, tags: tag, visibility });
  const response = await server.fetch('/api/upload', { method: 'POST', body, key });
  const { id, url } = (await response.json()) as { readonly id: string; readonly url: string };
  const path = server.pathOf(url);
  const file = await server.fetch(path, { key });
  const served = Buffer.from(await file.arrayBuffer());
  const etag = `"${createHash('sha256').update(served).digest('hex')}"`;
  const derived = await server.fetch(path + DERIVED, { key: visibility === 'public' ? null : key });
  await derived.arrayBuffer();
  const derivedEtag = derived.headers.get('etag') ?? '';
  if (file.headers.get('etag') !== etag || derivedEtag === '') throw new Error('The image is not served.');
  return { id, path, tag, folder, etag, derivedEtag, longitude, latitude };
}
