import type { StyleFault } from '@cairn/map-style';
import type { Texts } from '../../../i18n/en/texts.ts';

type Said = Texts['mapEditing']['faults'];

/** What is told of a fault, by the end of its pointer. */
const kinds: readonly (readonly [pointer: RegExp, said: keyof Said])[] = [
  [/\/breaks\/\d+$/, 'ascending'],
  [/\/domain$|\/range$/, 'domain'],
  [/\/(?:size|opacity|minZoom)$|\/(?:domain|range)\/\d$/, 'number'],
  [/\/color$/, 'color'],
  [/\/label$|\/(?:name|property|colors|icons)$/, 'text'],
  [/\/(?:template|title|picture|link)$/, 'brace'],
];

/** What to say beside a field about the first fault at or below its pointer; nothing if there is none. */
export function faultText(faults: readonly StyleFault[], pointer: string, said: Said): string | undefined {
  const fault = faults.find((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));
  if (fault === undefined) return undefined;
  const [, kind] = kinds.find(([pattern]) => pattern.test(fault.pointer)) ?? [];
  return said[kind ?? 'other'];
}
