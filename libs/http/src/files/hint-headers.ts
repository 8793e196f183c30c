import type { IncomingHttpHeaders } from 'node:http';
import type { ClientHints } from '@cairn/images';

type HintName = keyof ClientHints;

/** The header names of each hint, current and legacy. */
const HEADERS: Readonly<Record<HintName, readonly string[]>> = {
  dpr: ['Sec-CH-DPR', 'DPR'],
  width: ['Sec-CH-Width', 'Width'],
  viewportWidth: ['Sec-CH-Viewport-Width', 'Viewport-Width'],
};

/** The `Accept-CH` value that requests the hints. */
export const ACCEPT_CH = Object.values(HEADERS).flat().join(', ');

/** The `Vary` value if hints apply. */
export function headersOf(hints: readonly HintName[]): readonly string[] {
  return hints.flatMap((hint) => HEADERS[hint]);
}

/** The values of the headers. Ignores values that are not positive numbers. */
export function hintsIn(headers: IncomingHttpHeaders): ClientHints {
  const [dpr, width, viewportWidth] = (['dpr', 'width', 'viewportWidth'] as const).map((hint) => {
    const text = HEADERS[hint]
      .map((name) => headers[name.toLowerCase()])
      .find((value) => value !== undefined);
    const value = typeof text === 'string' && /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : 0;
    return value > 0 ? value : undefined;
  });
  return { dpr, width, viewportWidth };
}
