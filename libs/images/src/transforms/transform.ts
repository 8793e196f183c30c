import type { WebImageType } from '../image/image-type.js';

export const FITS = ['inside', 'cover', 'contain', 'outside', 'fill'] as const;
/** How an image is fitted into a width and height. Default: `inside`. */
export type Fit = (typeof FITS)[number];

/** Text placeholders for an image that is still loading. */
export const PLACEHOLDERS = ['thumbhash', 'blurhash', 'color'] as const;

export const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif', 'auto', ...PLACEHOLDERS] as const;
/**
 * The requested format. `auto` is the best one that the client accepts. `appearance` is internal: colour, ThumbHash and
 * perceptual hash, separated by spaces.
 */
export type RequestedFormat = (typeof FORMATS)[number] | 'appearance';

/** The text formats. */
export type TextFormat = (typeof PLACEHOLDERS)[number] | 'appearance';

/** The media types of rendered images. */
export type RenderedType = WebImageType | 'text/plain';

/** The media types of the formats. */
export const FORMAT_TYPES: Readonly<Record<Exclude<RequestedFormat, 'auto' | TextFormat>, WebImageType>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
};

/** The format, if it is a text format. */
export function textFormatOf({ format }: Transform): TextFormat | undefined {
  return format === 'appearance' ? format : PLACEHOLDERS.find((name) => name === format);
}

/** A point as fractions of width and height, from the left and from the top. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The focus of a crop: a point, or a detected salient region. */
export type Position = Point | 'attention' | 'entropy';

/** A region of an image in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Padding at each side, in pixels. */
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export type Flip = 'h' | 'v' | 'hv';
export type Rotation = 90 | 180 | 270;

/**
 * A transform, by the names of the query parameters. `w`, `h` and `pad` are in CSS pixels, each of which has `dpr`
 * image pixels per side. Values without effect are absent.
 */
export interface Transform {
  readonly w?: number | undefined;
  readonly h?: number | undefined;
  readonly dpr?: number | undefined;
  readonly fit?: Fit | undefined;
  readonly position?: Position | undefined;
  /** Whether the image may be enlarged. */
  readonly enlarge?: true | undefined;
  /** In pixels of the upright original. */
  readonly crop?: Box | undefined;
  /** The largest colour difference to the corner, 1 to 100, of a trimmed border. */
  readonly trim?: number | undefined;
  readonly flip?: Flip | undefined;
  /** Clockwise, in degrees. */
  readonly rotate?: Rotation | undefined;
  readonly pad?: Margins | undefined;
  /** Eight hexadecimal digits: red, green, blue, opacity. */
  readonly background?: string | undefined;
  /** Standard deviation in image pixels. */
  readonly blur?: number | undefined;
  readonly sharpen?: number | undefined;
  readonly format?: RequestedFormat | undefined;
  /** 1 to 100. */
  readonly q?: number | undefined;
  /** `metadata` keeps the colour profile, and so colours outside sRGB. */
  readonly strip?: 'metadata' | undefined;
}
