import { baseMapKind, DEFAULT_MAX_ZOOM, isAttribution, lacksOpenStreetMap } from '@cairn/access';
import type { BaseMapSettings } from '@cairn/http/settings';

type Address = Pick<BaseMapSettings, 'kind' | 'url'> & { readonly origin: string };

/** The variables about the base map. */
interface Values {
  readonly CAIRN_BASE_MAP_URL?: Address | undefined;
  readonly CAIRN_BASE_MAP_ATTRIBUTION?: string | undefined;
  readonly CAIRN_BASE_MAP_MAX_ZOOM?: number | undefined;
  readonly CAIRN_BASE_MAP_ORIGINS?: readonly string[] | undefined;
}

/** The address of pictures has placeholders, that of an archive ends with `.pmtiles`, any other one is of a style. */
export function baseMapAddress(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username)
    throw new Error('must be an http or https address without user');
  const kind = baseMapKind(text);
  if (kind === undefined) throw new Error('must have {z}, {x} and {y} once each, and no other placeholder');
  return { kind, url: text, origin: url.origin };
}

/** Text, with links as `[text](https://example.org)`. */
export function baseMapAttribution(text: string): string {
  if (!isAttribution(text)) throw new Error('must be text, with links as [text](https://example.org)');
  return text;
}

/** What is wrong with the variables together. */
export function baseMapFaults(values: Values, env: Readonly<Record<string, string | undefined>>): string[] {
  const { CAIRN_BASE_MAP_URL: address, CAIRN_BASE_MAP_ATTRIBUTION: attribution } = values;
  const example = 'CAIRN_BASE_MAP_ATTRIBUTION=[© OpenStreetMap](https://www.openstreetmap.org/copyright)';
  if (address === undefined) {
    if (env['CAIRN_BASE_MAP_URL']) return []; // its own fault is told
    const alone = Object.keys(values).filter(
      (name) => name.startsWith('CAIRN_BASE_MAP_') && values[name as keyof Values] !== undefined,
    );
    return alone.map(
      (name) =>
        `${name} needs CAIRN_BASE_MAP_URL, for example CAIRN_BASE_MAP_URL=https://tiles.example.org/{z}/{x}/{y}.png`,
    );
  }
  if (env['CAIRN_BASE_MAP_ATTRIBUTION'] && attribution === undefined) return [];
  if (lacksOpenStreetMap(new URL(address.origin).hostname, attribution ?? ''))
    return [
      `CAIRN_BASE_MAP_ATTRIBUTION must name OpenStreetMap, whose tiles these are, for example ${example}`,
    ];
  if (address.kind !== 'style' && attribution === undefined)
    return [`CAIRN_BASE_MAP_URL needs CAIRN_BASE_MAP_ATTRIBUTION, for example ${example}`];
  return [];
}

/** The base map in place of the ground, if there is one. */
export function baseMapSettings(values: Values): BaseMapSettings | undefined {
  const { CAIRN_BASE_MAP_URL: address } = values;
  if (address === undefined) return undefined;
  const { origin, ...map } = address;
  return {
    ...map,
    attribution: values.CAIRN_BASE_MAP_ATTRIBUTION ?? '',
    maxZoom: values.CAIRN_BASE_MAP_MAX_ZOOM ?? DEFAULT_MAX_ZOOM,
    origins: [...new Set([origin, ...(values.CAIRN_BASE_MAP_ORIGINS ?? [])])],
  };
}
