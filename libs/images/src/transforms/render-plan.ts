import { InvalidInput } from '@cairn/kernel';
import type { ShownFormat } from '../image/image-edit.js';
import { canonicalQuery } from './canonical-query.js';
import { Unrenderable } from './errors.js';
import { fitted, type Size } from './fitted-size.js';
import { staysAnimated } from './output-type.js';
import { isFound, MAX_SIDE } from './parse-transform.js';
import {
  textFormatOf,
  type Box,
  type Flip,
  type Margins,
  type Position,
  type RenderedType,
  type Rotation,
  type TextFormat,
  type Transform,
} from './transform.js';

/**
 * Limits the pixels of a rendered image over all frames. `MAX_SCALED_PIXELS` limits the whole image before cropping.
 */
export const MAX_RENDERED_PIXELS = 25_000_000;
const MAX_SCALED_PIXELS = 100_000_000;
/** The largest input of ThumbHash. */
export const SKETCH_SIDE = 100;

const NO_MARGINS: Margins = { top: 0, right: 0, bottom: 0, left: 0 };
const WHITE = 'ffffffff';

/**
 * The steps of a rendering in their order, in pixels, after auto-orientation and the turn of an edit: crop, resize, flip, rotate, cut, extend,
 * blur, sharpen. A step without effect is absent.
 */
export interface RenderPlan {
  readonly output: RenderedType;
  /** The text format of the result. */
  readonly text?: TextFormat | undefined;
  readonly animated: boolean;
  readonly crop?: Box | undefined;
  readonly resize?: Size | undefined;
  /** The position of a smart crop to the size of `resize`, which then keeps the aspect ratio. */
  readonly cover?: Position | undefined;
  readonly flip?: Flip | undefined;
  readonly rotate?: Rotation | undefined;
  readonly cut?: Box | undefined;
  readonly extend?: Margins | undefined;
  /** The background of transparent pixels, eight hexadecimal digits. */
  readonly flatten?: string | undefined;
  /** The colour of extended sides, eight hexadecimal digits. */
  readonly fill: string;
  readonly blur?: number | undefined;
  readonly sharpen?: number | undefined;
  /** 1 to 100; absent for lossless formats. */
  readonly quality?: number | undefined;
  readonly keepsProfile: boolean;
  /** The size of the result. */
  readonly width: number;
  readonly height: number;
}

/** The default quality of lossy formats. */
const QUALITIES: Readonly<Partial<Record<RenderedType, number>>> = {
  'image/jpeg': 80,
  'image/webp': 75,
  'image/avif': 50,
};

/** The size of an image as it is shown: upright, and as it is edited. */
export function uprightSize(format: ShownFormat): Size {
  const { width, height } = editBox(format) ?? turnedSize(format);
  return { width, height };
}

/** The part of the turned picture that an edit leaves, in pixels; `undefined` for all of it. */
export function editBox(format: ShownFormat): Box | undefined {
  const crop = format.edit?.crop;
  if (crop === undefined) return undefined;
  const whole = turnedSize(format);
  const [left, width] = pixels({ start: crop.left, length: crop.width, within: whole.width });
  const [top, height] = pixels({ start: crop.top, length: crop.height, within: whole.height });
  return { left, top, width, height };
}

/** At least one pixel. */
function pixels({
  start,
  length,
  within,
}: {
  readonly start: number;
  readonly length: number;
  readonly within: number;
}): [start: number, length: number] {
  const first = Math.min(Math.round(start * within), within - 1);
  const end = Math.min(Math.max(Math.round((start + length) * within), first + 1), within);
  return [first, end - first];
}

function turnedSize({ width, height, orientation, edit }: ShownFormat): Size {
  return (edit?.orientation ?? orientation) > 4 ? { width: height, height: width } : { width, height };
}

/** The width of the upright image by its height, in thousandths: at least one. */
export function ratioOf(format: ShownFormat): number {
  const { width, height } = uprightSize(format);
  return Math.max(1, Math.round((width / height) * 1_000));
}

/**
 * Plans the rendering of a transform. `trimmed` is the part of the upright image that `trim` leaves; without it, the
 * whole image is used for the plan.
 * @throws {InvalidInput} when the crop lies outside the image, or the result would be too large.
 * @throws {Unrenderable} when animations cannot be transformed so.
 */
export function planRender(
  asked: Transform,
  {
    original,
    output,
    trimmed,
  }: { readonly original: ShownFormat; readonly output: RenderedType; readonly trimmed?: Box },
): RenderPlan {
  const text = textFormatOf(asked);
  const transform = text === undefined ? asked : small(asked);
  const animated = staysAnimated(original, output);
  if (animated) refuseForAnimations(transform);
  const upright = uprightSize(original);
  const part = editBox(original);
  const crop = transform.crop ? moved(inside(transform.crop, upright), part) : (trimmed ?? part);
  const { rotate, flip, dpr = 1, pad = NO_MARGINS } = transform;
  const turned = turn(crop ?? upright, rotate);
  const { scaled, window, margins } = fitted(transform, turned);
  const isSmart = window !== undefined && isFound(transform.position);
  const usesCover =
    window !== undefined && rotate === undefined && (isSmart || isOnEdges(transform.position));
  const shown = window ?? scaled;
  const extend = added(margins, times(pad, dpr));
  const width = shown.width + extend.left + extend.right;
  const height = shown.height + extend.top + extend.bottom;
  refuseLarge({ width, height }, animated ? original.frames : 1);
  if (scaled.width * scaled.height > MAX_SCALED_PIXELS) throw tooLarge(scaled);
  const resize = usesCover ? shown : turn(scaled, rotate);
  const opaque = output === 'image/jpeg';
  const { background } = transform;
  const solid = background?.endsWith('ff') ? background : undefined;
  return {
    output,
    text,
    animated,
    crop,
    flip,
    rotate,
    resize: isSame(resize, crop ?? upright) ? undefined : resize,
    cover: usesCover ? (transform.position ?? { x: 0.5, y: 0.5 }) : undefined,
    cut: usesCover || window === undefined || isSame(window, scaled) ? undefined : window,
    extend: Object.values(extend).some((side) => side > 0) ? extend : undefined,
    flatten: solid ?? (opaque ? WHITE : undefined),
    fill: opaque ? (solid ?? WHITE) : (background ?? '00000000'),
    blur: transform.blur,
    sharpen: transform.sharpen,
    quality: QUALITIES[output] && (transform.q ?? QUALITIES[output]),
    keepsProfile: transform.strip === 'metadata',
    width,
    height,
  };
}

/** A key that is equal for transforms with the same rendering of one original. */
export function planIdentity(plan: RenderPlan, transform: Transform): string {
  // The size after trimming is unknown, and sizes that fit the whole image alike may fit the rest differently.
  const steps = transform.trim === undefined ? plan : { ...plan, asked: canonicalQuery(transform) };
  return JSON.stringify(Object.entries(steps).filter(([, value]) => value !== undefined));
}

/** Text formats contain no details, so they are made from a small image unless another size is requested. */
function small(asked: Transform): Transform {
  return asked.w === undefined && asked.h === undefined
    ? { ...asked, w: SKETCH_SIDE, h: SKETCH_SIDE }
    : asked;
}

function refuseForAnimations({ rotate, flip, trim, position }: Transform): void {
  const [refused] = [
    rotate && '`rotate`',
    flip !== undefined && flip !== 'h' && `\`flip=${flip}\``,
    trim !== undefined && '`trim`',
    isFound(position) && `\`position=${position}\``,
  ].filter(Boolean);
  if (refused) throw new Unrenderable(`${refused} is not possible with an animation; ask for a still format`);
}

function inside(crop: Box, { width, height }: Size): Box {
  if (crop.left + crop.width <= width && crop.top + crop.height <= height) return crop;
  throw fault(
    'crop',
    'outside-image',
    `\`crop\` lies outside the image, which has ${width} × ${height} pixels.`,
  );
}

/** A part of the edited picture, in the pixels of the turned one. */
function moved(crop: Box, part: Box | undefined): Box {
  if (part === undefined) return crop;
  return { ...crop, left: crop.left + part.left, top: crop.top + part.top };
}

function turn({ width, height }: Size, rotate: Rotation | undefined): Size {
  return rotate === 90 || rotate === 270 ? { width: height, height: width } : { width, height };
}

/** libvips crops at edges and centre while it decodes a smaller image. */
function isOnEdges(position: Position | undefined): boolean {
  if (position === undefined) return true;
  return typeof position !== 'string' && [position.x, position.y].every((part) => [0, 0.5, 1].includes(part));
}

function refuseLarge(size: Size, frames: number): void {
  const { width, height } = size;
  if (Math.max(width, height) > MAX_SIDE || width * height * frames > MAX_RENDERED_PIXELS)
    throw tooLarge(size);
}

function tooLarge({ width, height }: Size): InvalidInput {
  const detail = `The result would have ${width} × ${height} pixels; at most ${MAX_SIDE} on a side and ${MAX_RENDERED_PIXELS} in all frames together are rendered. Ask for a smaller \`w\` or \`h\`.`;
  return fault('w', 'too-large', detail);
}

function fault(name: string, code: string, detail: string): InvalidInput {
  return new InvalidInput([{ pointer: `/${name}`, code, detail }]);
}

function isSame(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

function times({ top, right, bottom, left }: Margins, factor: number): Margins {
  const scaled = (side: number): number => Math.round(side * factor);
  return { top: scaled(top), right: scaled(right), bottom: scaled(bottom), left: scaled(left) };
}

function added(one: Margins, other: Margins): Margins {
  return {
    top: one.top + other.top,
    right: one.right + other.right,
    bottom: one.bottom + other.bottom,
    left: one.left + other.left,
  };
}
