import sharp from 'sharp';
import type { Dashboard } from './dashboard.js';

/** Near Lisbon: 38° 42' N, 9° 12' W. */
const LISBON = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '38/1 42/1 0/1',
  GPSLongitudeRef: 'W',
  GPSLongitude: '9/1 12/1 0/1',
};

const SHAPES = [
  [90, 60],
  [60, 90],
  [80, 60],
] as const;

export interface DatedPhoto {
  readonly name: string;
  /** Such as `2024-07-01`. */
  readonly day: string;
  /** Whether it was taken in Lisbon; otherwise it has no place. */
  readonly isPlaced?: boolean;
  readonly camera?: string;
}

/** A JPEG as a camera writes it. */
export async function datedJpeg(
  { day, isPlaced = false, camera }: DatedPhoto,
  index: number,
): Promise<Buffer> {
  const [width, height] = SHAPES[index % SHAPES.length] ?? SHAPES[0];
  const background = { r: (index * 71) % 256, g: (index * 37) % 256, b: 140 };
  const minute = String(index % 60).padStart(2, '0');
  return await sharp({ create: { width, height, channels: 3, background } })
    .withExif({
      IFD0: camera === undefined ? {} : { Model: camera },
      IFD2: { DateTimeOriginal: `${day.replaceAll('-', ':')} 12:${minute}:00` },
      ...(isPlaced && { IFD3: LISBON }),
    })
    .jpeg()
    .toBuffer();
}

/** Uploads photos with the times, places and cameras that are given. Of a day, the last one is the latest. */
export async function uploadPhotos(dashboard: Dashboard, photos: readonly DatedPhoto[]): Promise<void> {
  for (const [index, each] of photos.entries())
    await dashboard.upload(each.name, { bytes: await datedJpeg(each, index), path: 'trips' });
}
