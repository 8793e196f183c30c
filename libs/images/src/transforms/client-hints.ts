import { onLadder } from './transform-policy.js';
import { textFormatOf, type Transform } from './transform.js';

/** Client hints about the layout of an image; all above 0. */
export interface ClientHints {
  /** Device pixels per CSS pixel. */
  readonly dpr?: number | undefined;
  /** The width of the image, in image pixels. */
  readonly width?: number | undefined;
  /** The width of the viewport, in CSS pixels. */
  readonly viewportWidth?: number | undefined;
}

/** The hints that apply to a transform. Explicit parameters take precedence. */
export function hintsUsedBy(transform: Transform): readonly (keyof ClientHints)[] {
  const { w, h, dpr } = transform;
  // Text formats come from a small image, whatever the layout.
  if (textFormatOf(transform) !== undefined) return [];
  const isSized = w !== undefined || h !== undefined;
  return [...(dpr === undefined ? (['dpr'] as const) : []), ...(isSized ? [] : SIZES)];
}

const SIZES = ['width', 'viewportWidth'] as const;

/** The transform adapted to the hints, in steps of the ladder. */
export function withHints(transform: Transform, hints: ClientHints): Transform {
  const used = hintsUsedBy(transform);
  const [dpr, width, viewportWidth] = (['dpr', 'width', 'viewportWidth'] as const).map((name) =>
    used.includes(name) ? hints[name] : undefined,
  );
  // The width already includes the pixel ratio.
  if (width !== undefined) return sized(transform, width / (transform.dpr ?? 1), undefined);
  return sized(transform, viewportWidth, dpr);
}

function sized(transform: Transform, width: number | undefined, dpr: number | undefined): Transform {
  const steps = onLadder({ w: width, dpr });
  return { ...transform, w: steps.w ?? transform.w, dpr: steps.dpr ?? transform.dpr };
}
