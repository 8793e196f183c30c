import { onLadder } from './ladder.js';
import { textFormatOf, type Transform } from './transform.js';

/** What a client says of the place that an image is shown at; all above 0. */
export interface ClientHints {
  /** Image pixels on one side of a CSS pixel. */
  readonly dpr?: number | undefined;
  /** Of the image, in image pixels. */
  readonly width?: number | undefined;
  /** Of the part of the page that is seen, in CSS pixels. */
  readonly viewportWidth?: number | undefined;
}

/** What hints can still decide of a transform: what it says itself counts. */
export function hintsUsedBy(transform: Transform): readonly (keyof ClientHints)[] {
  const { w, h, dpr } = transform;
  // A text is of a small image, whatever the place.
  if (textFormatOf(transform) !== undefined) return [];
  const isSized = w !== undefined || h !== undefined;
  return [...(dpr === undefined ? (['dpr'] as const) : []), ...(isSized ? [] : SIZES)];
}

const SIZES = ['width', 'viewportWidth'] as const;

/** The transform for the place, in steps of the ladder. */
export function withHints(transform: Transform, hints: ClientHints): Transform {
  const used = hintsUsedBy(transform);
  const [dpr, width, viewportWidth] = (['dpr', 'width', 'viewportWidth'] as const).map((name) =>
    used.includes(name) ? hints[name] : undefined,
  );
  // The width has been multiplied by the ratio already.
  if (width !== undefined) return sized(transform, width / (transform.dpr ?? 1), undefined);
  return sized(transform, viewportWidth, dpr);
}

function sized(transform: Transform, width: number | undefined, dpr: number | undefined): Transform {
  const steps = onLadder({ w: width, dpr });
  return { ...transform, w: steps.w ?? transform.w, dpr: steps.dpr ?? transform.dpr };
}
