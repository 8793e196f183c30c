import { at } from '../../../api/base-path.ts';
import type { GalleryImage, ImageDetails, ImageRecord } from '@cairn/api-schema';
import { imageAddress, type ImageTransform } from '@cairn/client';
import { turnOf } from './upright.ts';

/** The file name of an image: the end of its address. */
export function nameOf({ url }: Pick<ImageRecord, 'url'>): string {
  const name = url.slice(url.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * Tells caches of the browser that a picture is edited: its address stays. An image whose edit was undone has the address that
 * it had before.
 */
export function editVersion({ details }: Pick<GalleryImage, 'details'>): string | undefined {
  if (details?.edit === undefined) return undefined;
  const { turn = 0, mirror = false, crop } = details.edit;
  const parts = crop === undefined ? [] : [crop.left, crop.top, crop.width, crop.height];
  return [turn, mirror ? 'm' : 'n', ...parts.map((part) => Math.round(part * 1e6))].join('-');
}

/** The parts of an image that determine the address at which it is shown. */
type Shown = Pick<GalleryImage, 'url'> & Partial<Pick<GalleryImage, 'path' | 'visibility' | 'details'>>;

/** Sizes of gallery pictures, for screens with one and two pixels per CSS pixel. The server makes them for anyone. */
const SIDES = [240, 480];

/** Widths of pictures in their own shape, in pixels. The server makes them for anyone. */
const TILE_WIDTHS = [160, 320, 480, 640, 960, 1280];

interface Thumbnail {
  readonly src: string;
  readonly srcset: string;
  /** The width at which it is shown, for a `srcset` by width. */
  readonly sizes?: string;
}

/** A picture in its own shape, for a tile of a width in pixels. */
export function wholeThumbnail(image: Shown, width: number): Thumbnail {
  const url = shownAddress(image);
  const sources = TILE_WIDTHS.map((w) => [w, imageAddress(url, { w, format: 'auto' })] as const);
  const [, src = url] = sources.find(([w]) => w >= width) ?? sources.at(-1) ?? [];
  return {
    src,
    srcset: sources.map(([w, address]) => `${address} ${w}w`).join(', '),
    sizes: `${Math.ceil(width)}px`,
  };
}

/** The gallery pictures, in the formats from which the browser chooses. */
export function thumbnail(image: Shown): Thumbnail {
  const url = shownAddress(image);
  const edit = editVersion(image);
  const [src = url, ...larger] = SIDES.map((side) =>
    imageAddress(url, { w: side, h: side, fit: 'cover', format: 'auto', edit }),
  );
  return { src, srcset: [src, ...larger].map((address, index) => `${address} ${index + 1}x`).join(', ') };
}

/** The address on the page's own server. It reports the size of a file even if a CDN serves the files. */
export function ownAddress(image: Pick<ImageRecord, 'path' | 'url'>, transform: ImageTransform): string {
  const path = [...image.path.split('/').filter((part) => part !== ''), nameOf(image)];
  return imageAddress(at(`/cdn/${path.map(encodeURIComponent).join('/')}`), transform);
}

/**
 * The address that the page uses for an image. Browsers send no cookie to another host, so private images are read from
 * our own; and so is what has its public address at the public door, which not every private network reaches.
 */
export function shownAddress({ url, path, visibility }: Shown): string {
  const { origin, pathname } = new URL(url);
  if (origin === location.origin) return url;
  const own = ownAddress({ url, path: path ?? '' }, {});
  const isOfServer = path !== undefined && pathname.endsWith(own.slice(at('').length));
  return visibility === 'private' || isOfServer ? own : url;
}

const WIDTHS = [320, 640, 960, 1280, 1920];

/** Markup that embeds the image, in each language that people paste it into. */
export function embeddings(image: ImageDetails): readonly { readonly name: string; readonly text: string }[] {
  const { url } = image;
  const name = nameOf(image);
  // Where the file itself would lie on its side, a rendered picture stands.
  const upright = turnOf(image.metadata) ? imageAddress(url, { w: 1920, format: 'auto' }) : url;
  const alt = name.replace(/\.\w+$/, '');
  const srcset = WIDTHS.map((w) => `${imageAddress(url, { w, format: 'auto' })} ${w}w`).join(',\n       ');
  return [
    { name: 'Markdown', text: `![${alt.replace(/[[\]\\<`]/g, '\\$&')}](${enclosed(upright)})` },
    {
      name: 'HTML',
      text: `<img src="${escaped(imageAddress(url, { w: 960, format: 'auto' }))}"
       srcset="${escaped(srcset)}"
       sizes="100vw" alt="${escaped(alt)}">`,
    },
    { name: 'BBCode', text: `[img]${enclosed(upright)}[/img]` },
  ];
}

/** Escapes brackets, which would end the surrounding markup. */
const enclosed = (url: string): string =>
  url.replace(/[()[\]]/g, (bracket) => `%${bracket.charCodeAt(0).toString(16).toUpperCase()}`);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
