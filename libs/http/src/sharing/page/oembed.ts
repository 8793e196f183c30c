import type { Oembed, SharedImage } from '@cairn/api-schema';
import { escaped } from './html.js';
import { PAGE_QUERIES } from '../page-queries.js';

const FRAME = { width: 800, height: 600 };

/** The maximum width and height in pixels. */
interface Room {
  readonly maxwidth?: number | undefined;
  readonly maxheight?: number | undefined;
}

/** What an oEmbed is made of: https://oembed.com */
interface Embedded {
  readonly title: string;
  readonly provider: string;
  /** Absent unless pages of any origin may have it in a frame. */
  readonly frame?: string | undefined;
  /** The picture, if the page shows a single one. */
  readonly picture?: SharedImage | undefined;
  /** The picture that represents the page, in its sizes, the largest first. */
  readonly covers: readonly SizedImage[];
}

/** A frame, or else a picture, or else only the title; each with a small picture if there is one. */
export function oembedOf({ title, provider, frame, picture, covers }: Embedded, room: Room): Oembed {
  const common = { version: '1.0' as const, title, provider_name: 'Cairn', provider_url: provider };
  const shown = fitting(covers, room);
  const described = {
    ...common,
    ...(shown && {
      thumbnail_url: shown.url,
      thumbnail_width: shown.width,
      thumbnail_height: shown.height,
    }),
  };
  if (frame !== undefined) return { ...described, type: 'rich', ...framed(frame, title, room) };
  const { preview, small, large, thumbnail } = PAGE_QUERIES;
  const photo = picture && fitting(sizesOf(picture, [large, preview, thumbnail, small]), room);
  return photo === undefined ? { ...described, type: 'link' } : { ...described, type: 'photo', ...photo };
}

function framed(
  address: string,
  title: string,
  { maxwidth = FRAME.width, maxheight = FRAME.height }: Room,
): Pick<Oembed, 'html' | 'width' | 'height'> {
  const [width, height] = [Math.min(FRAME.width, maxwidth), Math.min(FRAME.height, maxheight)];
  const html = `<iframe src="${escaped(address)}" width="${width}" height="${height}" title="${escaped(title)}" style="border:0" loading="lazy" allowfullscreen></iframe>`;
  return { html, width, height };
}

export interface SizedImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** The image in a size that has a width. Images are never enlarged. */
export function sizedImage(image: SharedImage, query: string): SizedImage {
  const width = Math.min(image.width, Number(/w=(\d+)/.exec(query)?.[1]));
  const height = Math.max(1, Math.round((image.height * width) / image.width));
  return { url: `${image.file}?${query}`, width, height };
}

/** The sizes in which an image represents a page. */
export const coversOf = (image: SharedImage): readonly SizedImage[] =>
  sizesOf(image, [PAGE_QUERIES.preview, PAGE_QUERIES.small]);

const sizesOf = (image: SharedImage, queries: readonly string[]): readonly SizedImage[] =>
  queries.map((query) => sizedImage(image, query));

/** The first of the sizes that fits. */
const fitting = (
  sizes: readonly SizedImage[],
  { maxwidth = Infinity, maxheight = Infinity }: Room,
): SizedImage | undefined => sizes.find(({ width, height }) => width <= maxwidth && height <= maxheight);
