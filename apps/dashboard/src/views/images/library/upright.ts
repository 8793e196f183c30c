import type { ImageMetadata } from '@cairn/api-schema';

/** Types whose EXIF orientation Chromium ignores. Servers render them upright. */
const UNTURNED = ['image/webp', 'image/avif'];

/** How the stored file is turned upright where the browser does not, by its EXIF orientation. */
const turns: Readonly<Record<number, string>> = {
  2: 'scaleX(-1)',
  3: 'rotate(180deg)',
  4: 'scaleY(-1)',
  5: 'rotate(90deg) scaleY(-1)',
  6: 'rotate(90deg)',
  7: 'rotate(-90deg) scaleY(-1)',
  8: 'rotate(-90deg)',
};

/** A turn of a picture on the page. */
export interface Turn {
  readonly transform: string;
  /** Whether width and height change places. */
  readonly isSideways: boolean;
}

/** `undefined` for a file that browsers show upright. */
export function turnOf(metadata: Pick<ImageMetadata, 'type' | 'orientation'> | undefined): Turn | undefined {
  if (metadata === undefined || !UNTURNED.includes(metadata.type)) return undefined;
  const transform = turns[metadata.orientation];
  return transform === undefined ? undefined : { transform, isSideways: metadata.orientation > 4 };
}
