import type { ContentCoding } from './page-files.js';

/** The first of the codings that `Accept-Encoding` (RFC 9110 §12.5.3) does not refuse; `identity` if it names none. */
export function acceptedCoding(
  header: string | string[] | undefined,
  codings: readonly ContentCoding[],
): ContentCoding {
  const weights = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
        const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
        return [name, weight === undefined ? 1 : Number(weight)] as const;
      }),
  );
  const any = weights.get('*') ?? 0;
  return codings.find((name) => (weights.get(name) ?? any) > 0 && name !== 'identity') ?? 'identity';
}
