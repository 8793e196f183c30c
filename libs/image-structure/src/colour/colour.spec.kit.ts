export const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
export const uint = (value: number, length: number): number[] =>
  Array.from({ length }, (_, at) => Math.floor(value / 256 ** (length - 1 - at)) % 256);

export function box(type: string, ...content: readonly (readonly number[])[]): number[] {
  const payload = content.flat();
  return [...uint(payload.length + 8, 4), ...ascii(type), ...payload];
}

const fullBox = (type: string, version: number, ...content: readonly (readonly number[])[]): number[] =>
  box(type, [version, 0, 0, 0], ...content);

interface Heif {
  /** The types of the items; the first is the primary one, and made of the others if it is a grid. */
  readonly items: readonly string[];
  /** Properties, and which of them each item has, by number from 1. */
  readonly properties: readonly (readonly number[])[];
  readonly associations: readonly (readonly number[])[];
  /** Identifiers have four bytes, and the numbers of properties two. */
  readonly isWide?: boolean;
}

/** The boxes of an AVIF or HEIC without pixels. */
export function heif({ items, properties, associations, isWide = false }: Heif): Uint8Array {
  const idLength = isWide ? 4 : 2;
  const version = isWide ? 1 : 0;
  const id = (at: number): number[] => uint(at + 1, idLength);
  const entries = items.map((type, at) => fullBox('infe', isWide ? 3 : 2, id(at), [0, 0], ascii(type), [0]));
  const indices = associations.map((of, at) => [
    ...id(at),
    of.length,
    ...of.flatMap((n) => uint(n, isWide ? 2 : 1)),
  ]);
  const meta = fullBox(
    'meta',
    0,
    fullBox('hdlr', 0, [0, 0, 0, 0], ascii('pict'), uint(0, 13)),
    fullBox('pitm', version, id(0)),
    fullBox('iinf', version, uint(items.length, isWide ? 4 : 2), ...entries),
    ...(items.length > 1 ? [fullBox('iref', version, box('dimg', id(0), [0, 1], id(1)))] : []),
    box(
      'iprp',
      box('ipco', ...properties),
      box('ipma', [version, 0, 0, isWide ? 1 : 0], uint(indices.length, 4), ...indices),
    ),
  );
  return Uint8Array.from([
    ...box('ftyp', ascii('mif1'), uint(0, 4), ascii('avif')),
    ...meta,
    ...box('mdat', [1, 2]),
  ]);
}

export const nclx = (primaries: number, transfer: number): number[] =>
  box('colr', ascii('nclx'), uint(primaries, 2), uint(transfer, 2), uint(6, 2), [0x80]);

/** The chunks of a PNG up to its pixels. Checksums are left empty. */
export function png(...chunks: readonly (readonly [type: string, content: readonly number[]])[]): Uint8Array {
  const written = [['IHDR', uint(0, 13)], ...chunks, ['IDAT', [1, 2, 3]], ['gAMA', uint(1, 4)]] as const;
  return Uint8Array.from([
    ...[0x89, ...ascii('PNG\r\n\x1a\n')],
    ...written.flatMap(([type, content]) => [
      ...uint(content.length, 4),
      ...ascii(type),
      ...content,
      0,
      0,
      0,
      0,
    ]),
  ]);
}
