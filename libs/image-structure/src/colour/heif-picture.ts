import { boxes, MAX_BOXES, type Box } from '../boxes.js';
import { bigEndian, textOf } from '../bytes.js';

/** How the picture of an AVIF or HEIC is coded, and how its numbers are colours. */
export interface HeifPicture {
  /** The type of the coded item: `av01`, `hvc1` or another; for a grid, the type of its tiles. */
  readonly coding: string;
  /** The payload of its `colr` box of the type `nclx`, after the type. */
  readonly nclx: Uint8Array | undefined;
  /** Whether there is an ICC profile, which takes precedence over `nclx`. */
  readonly hasProfile: boolean;
}

const DERIVED = new Set(['grid', 'iovl', 'iden', 'tmap']);

/** The primary item of an AVIF or HEIC. The brands of a file say only which decoders may try. `undefined` where there is none. */
export function heifPicture(bytes: Uint8Array): HeifPicture | undefined {
  const meta = boxes(bytes).find(({ type }) => type === 'meta');
  if (meta === undefined) return undefined;
  const parts = boxes(meta.payload.subarray(4));
  const of = (type: string): Uint8Array | undefined => parts.find((part) => part.type === type)?.payload;
  const [pitm, iinf, iprp] = [of('pitm'), of('iinf'), of('iprp')];
  if (pitm === undefined || iinf === undefined) return undefined;
  const primary = bigEndian(pitm, 4, pitm[0] === 0 ? 2 : 4);
  const types = typesOf(iinf);
  const own = types.get(primary);
  if (own === undefined) return undefined;
  const properties = iprp === undefined ? () => [] : propertiesOf(iprp);
  const [tile = primary] = DERIVED.has(own) ? sourcesOf(primary, of('iref')) : [];
  const colours = [primary, tile].map((item) => properties(item).filter(({ type }) => type === 'colr'));
  const [colour = []] = colours.filter(({ length }) => length > 0);
  const kindOf = ({ payload }: Box): string => textOf(payload.subarray(0, 4));
  return {
    coding: types.get(tile) ?? own,
    nclx: colour.find((box) => kindOf(box) === 'nclx')?.payload.subarray(4),
    hasProfile: colour.some((box) => ['prof', 'rICC'].includes(kindOf(box))),
  };
}

function typesOf(iinf: Uint8Array): ReadonlyMap<number, string> {
  const entries = boxes(iinf.subarray(iinf[0] === 0 ? 6 : 8)).filter(({ type }) => type === 'infe');
  return new Map(
    entries.map(({ payload }) => {
      const idLength = (payload[0] ?? 0) >= 3 ? 4 : 2;
      return [bigEndian(payload, 4, idLength), textOf(payload.subarray(6 + idLength, 10 + idLength))];
    }),
  );
}

/** The items that an item is made of. */
function sourcesOf(item: number, iref: Uint8Array | undefined): readonly number[] {
  if (iref === undefined) return [];
  const idLength = iref[0] === 0 ? 2 : 4;
  const references = boxes(iref.subarray(4)).filter(
    ({ type, payload }) => type === 'dimg' && bigEndian(payload, 0, idLength) === item,
  );
  return references.map(({ payload }) => bigEndian(payload, idLength + 2, idLength));
}

function propertiesOf(iprp: Uint8Array): (item: number) => readonly Box[] {
  const parts = boxes(iprp);
  const all = boxes(parts.find(({ type }) => type === 'ipco')?.payload ?? new Uint8Array());
  const associations = parts.filter(({ type }) => type === 'ipma').map(({ payload }) => payload);
  return (item) =>
    associations.flatMap((payload) => indicesOf(item, payload)).flatMap((index) => all[index - 1] ?? []);
}

function indicesOf(item: number, ipma: Uint8Array): readonly number[] {
  const idLength = ipma[0] === 0 ? 2 : 4;
  const width = (ipma[3] ?? 0) & 1 ? 2 : 1;
  const mask = width === 2 ? 0x7fff : 0x7f;
  let at = 8;
  for (let left = Math.min(bigEndian(ipma, 4, 4), MAX_BOXES); left > 0 && at < ipma.length; left -= 1) {
    const id = bigEndian(ipma, at, idLength);
    const count = ipma[at + idLength] ?? 0;
    at += idLength + 1;
    if (id === item)
      return Array.from({ length: count }, (_, index) => bigEndian(ipma, at + index * width, width) & mask);
    at += count * width;
  }
  return [];
}
