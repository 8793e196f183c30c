import type { IncomingHttpHeaders } from 'node:http';
import type { ClientHints } from '@cairn/images';

type HintName = keyof ClientHints;

/** The headers of each hint, as they are named now and as they were. */
const HEADERS: Readonly<Record<HintName, readonly string[]>> = {
  dpr: ['Sec-CH-DPR', 'DPR'],
  width: ['Sec-CH-Width', 'Width'],
  viewportWidth: ['Sec-CH-Viewport-Width', 'Viewport-Width'],
};

/** Asks clients for the hints. */
export const ACCEPT_CH = Object.values(HEADERS).flat().join(', ');

/** What `Vary` names where the hints decide. */
export function headersOf(hints: readonly HintName[]): readonly string[] {
  return hints.flatMap((hint) => HEADERS[hint]);
}

/** What the headers say; what is no positive number is ignored. */
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
