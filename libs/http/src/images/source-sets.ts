import type { SourceSets as SourceSetRecord } from '@cairn/api-schema';
import {
  isWebType,
  MAX_RENDERED_PIXELS,
  standsUpright,
  uprightSize,
  type Image,
  type Transform,
  type TransformPolicy,
} from '@cairn/images';
import type { Addresses } from '../messages/addresses.js';

/** Widths of the candidates. Each is at least 4/3 of the one before. */
const WIDTHS = [320, 640, 960, 1280, 1920, 2560, 3840];
const MODERN = ['webp', 'avif'] as const;

interface Options {
  readonly addresses: Addresses;
  readonly policy: TransformPolicy;
  /** Whether client hints apply to parameters that a URL leaves open. */
  readonly usesHints: boolean;
}

/** Values of the `srcset` attribute, with URLs that need no signature. */
export class SourceSets {
  constructor(private readonly options: Options) {}

  of(image: Image): SourceSetRecord {
    const { file } = image;
    const url = this.options.addresses.ofFile(image);
    const { width } = uprightSize(file);
    const smaller = WIDTHS.filter((step) => step < width);
    const { policy, usesHints } = this.options;
    // Browsers choose by the width stated here, so hints for ratio or width must not change it.
    const fixed = usesHints && 'dpr=1';
    const whole = usesHints ? WIDTHS.filter((step) => step >= width).slice(0, 1) : [undefined];
    const address = (transform: Transform): readonly string[] => {
      if (!policy.allows(transform)) return [];
      const { w = width, format } = transform;
      const size = transform.w && `w=${w}`;
      const query = [size, format && `format=${format}`, fixed].filter(Boolean).join('&');
      return [`${url}?${query} ${Math.min(w, width)}w`];
    };
    const stored = isWebType(file.contentType) ? [`${url} ${width}w`] : [];
    const largest = standsUpright(file)
      ? stored
      : WIDTHS.filter((step) => step >= width)
          .slice(0, 1)
          .flatMap((w) => address({ w }));
    const ofItsType = [...smaller.flatMap((w) => address({ w })), ...largest];
    const original = (ofItsType.length === 0 ? stored : ofItsType).join(', ');
    const sets = MODERN.flatMap((format) => {
      // The same format would be encoded again, and an AVIF of an animation is a still image.
      if (file.contentType === `image/${format}` || (format === 'avif' && file.frames > 1)) return [];
      const isRendered = file.width * file.height * file.frames <= MAX_RENDERED_PIXELS;
      const sources = [
        ...smaller.flatMap((w) => address({ w, format })),
        ...(isRendered ? whole.flatMap((w) => address({ w, format })) : []),
      ];
      return sources.length === 0 ? [] : [[format, sources.join(', ')] as const];
    });
    return { original, ...Object.fromEntries(sets) };
  }
}
