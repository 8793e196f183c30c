import type { GalleryImage, ImageLayout } from '@cairn/api-schema';

/** A photo of a day, with what its tile needs. */
export interface DayPhoto extends GalleryImage {
  /** Width by height of the upright picture. */
  readonly ratio: number;
}

/** The photos of an answer in columns, by their days. */
export function photosByDay(layout: ImageLayout): ReadonlyMap<string, readonly DayPhoto[]> {
  const byDay = new Map<string, DayPhoto[]>();
  layout.days.forEach((day, index) => {
    const photo = photoAt(layout, index);
    const photos = byDay.get(day);
    if (photos === undefined) byDay.set(day, [photo]);
    else photos.push(photo);
  });
  return byDay;
}

function photoAt(
  { ids, urls, ratios, colors, thumbhashes, visibilities }: ImageLayout,
  index: number,
): DayPhoto {
  const [url = '', color = '', thumbhash = ''] = [urls[index], colors[index], thumbhashes[index]];
  const visibility = visibilities[index];
  return {
    id: ids[index] ?? '',
    url,
    path: pathIn(url),
    tags: [],
    createdAt: '',
    updatedAt: '',
    ratio: ratios[index] ?? 1,
    ...(visibility !== undefined && { visibility }),
    ...(color !== '' && { placeholder: { color, thumbhash } }),
  };
}

/** The folder of an image, from its address. Files of other hosts than our own may be below a path. */
function pathIn(url: string): string {
  const segments = new URL(url, 'http://localhost').pathname.split('/').slice(1, -1);
  const start = segments[0] === 'cdn' ? 1 : 0;
  return segments.slice(start).map(decodeURIComponent).join('/');
}
