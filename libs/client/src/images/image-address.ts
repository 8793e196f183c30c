/** A point as fractions of width and height, from the left and from the top. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

type Vertical = 'top' | 'bottom';
type Horizontal = 'left' | 'right';

/** A transform of an image. The names are those of the query: docs/delivery.md has their values. */
export interface ImageTransform {
  /** Width and height in CSS pixels, 1 to 16,383. */
  readonly w?: number | undefined;
  readonly h?: number | undefined;
  /** Image pixels on one side of a CSS pixel, 1 to 3. */
  readonly dpr?: number | undefined;
  /** How the image is fitted into `w` and `h`. Default: `inside`. */
  readonly fit?: 'inside' | 'cover' | 'contain' | 'outside' | 'fill' | undefined;
  /** The part of the image that stays visible. */
  readonly position?:
    | FocalPoint
    | Vertical
    | Horizontal
    | `${Vertical}-${Horizontal}`
    | 'centre'
    | 'attention'
    | 'entropy'
    | undefined;
  /** Whether the image may become larger than it is. */
  readonly enlarge?: boolean | undefined;
  /** A part of the original, in its pixels. */
  readonly crop?:
    | { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
    | undefined;
  /** Cuts off sides of the colour of the corner; the number, 1 to 100, is the tolerance. */
  readonly trim?: true | number | undefined;
  readonly flip?: 'h' | 'v' | 'hv' | undefined;
  /** Degrees clockwise. */
  readonly rotate?: 90 | 180 | 270 | undefined;
  /** CSS pixels added at the sides: one, two or four numbers in the order of CSS. */
  readonly pad?: number | readonly [number, number] | readonly [number, number, number, number] | undefined;
  /** 3, 4, 6 or 8 hexadecimal digits, with or without `#`, or a name. */
  readonly background?: string | undefined;
  /** Standard deviation in image pixels. */
  readonly blur?: number | undefined;
  readonly sharpen?: number | undefined;
  /** `auto` is the best one that the client accepts. Default: that of the original. */
  readonly format?: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'auto' | undefined;
  /** Quality, 1 to 100. */
  readonly q?: number | undefined;
  /** `metadata` keeps the colour profile. */
  readonly strip?: 'all' | 'metadata' | undefined;
  /** `none` is the picture without its edit, for who may have originals. Anything else only tells caches of another edit. */
  readonly edit?: string | undefined;
  /** The name of a preset of the operator. Other members override its parameters. */
  readonly preset?: string | undefined;
}

/**
 * The address of a transform of the image at `url`. The same transform always gives the same text, so that caches store
 * it once. An existing query of `url` is dropped.
 */
export function imageAddress(url: string, transform: ImageTransform = {}): string {
  const query = Object.entries(transform)
    .map(([name, value]: [string, ImageTransform[keyof ImageTransform]]) => [name, textOf(value)] as const)
    .filter((pair): pair is readonly [string, string] => pair[1] !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, text]) => `${name}=${text}`)
    .join('&');
  const [bare = url] = url.split(/[?#]/, 1);
  return query === '' ? bare : `${bare}?${query}`;
}

function textOf(value: ImageTransform[keyof ImageTransform]): string | undefined {
  if (value === undefined || value === false || value === 'all') return undefined;
  if (typeof value !== 'object') return encodeURIComponent(String(value).replace(/^#/, ''));
  if ('x' in value) return `${value.x},${value.y}`;
  if ('left' in value) return [value.left, value.top, value.width, value.height].join(',');
  return value.join(',');
}
