import type { WebImageType } from '../library/image-type.js';

export const FITS = ['inside', 'cover', 'contain', 'outside', 'fill'] as const;
/** How an image is fitted into a width and height; `inside` unless something else is asked for. */
export type Fit = (typeof FITS)[number];

/** Texts that stand for an image until it is there. */
export const PLACEHOLDERS = ['thumbhash', 'blurhash', 'color'] as const;

export const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif', 'auto', ...PLACEHOLDERS] as const;
/**
 * The format that is asked for; `auto` is the best one that the client accepts. `appearance` is for Cairn itself: colour,
 * ThumbHash and perceptual hash, with a space between.
 */
export type RequestedFormat = (typeof FORMATS)[number] | 'appearance';

/** The formats that are texts. */
export type TextFormat = (typeof PLACEHOLDERS)[number] | 'appearance';

/** The media types that are rendered. */
export type RenderedType = WebImageType | 'text/plain';

/** The media types of the formats. */
export const FORMAT_TYPES: Readonly<Record<Exclude<RequestedFormat, 'auto' | TextFormat>, WebImageType>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
};

/** The format, if it is a text. */
export function textFormatOf({ format }: Transform): TextFormat | undefined {
  return format === 'appearance' ? format : PLACEHOLDERS.find((name) => name === format);
}

/** A point as fractions of width and height, from the left and from the top. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What stays in view when an image is cropped: a point, or what is found to stand out. */
export type Position = Point | 'attention' | 'entropy';

/** A part of an image in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels added at each side. */
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export type Flip = 'h' | 'v' | 'hv';
export type Rotation = 90 | 180 | 270;

/**
 * What is asked of an image, by the names of the query parameters. `w`, `h` and `pad` are in CSS pixels, of which one
 * side has `dpr` image pixels. Values that change nothing are absent.
 */
export interface Transform {
  readonly w?: number | undefined;
  readonly h?: number | undefined;
  readonly dpr?: number | undefined;
  readonly fit?: Fit | undefined;
  readonly position?: Position | undefined;
  /** Whether the image may become larger than it is. */
  readonly enlarge?: true | undefined;
  /** In pixels of the upright original. */
  readonly crop?: Box | undefined;
  /** The largest difference in colour to the corner, 1 to 100, of what is cut off. */
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
