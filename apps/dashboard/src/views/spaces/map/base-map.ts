import {
  GROUND_SOURCE,
  GROUND_VERSION,
  GROUND_ZOOMS,
  groundLayers,
  groundStyle,
  type GroundTheme,
} from '@cairn/ground';
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import type { BaseMap } from '@cairn/api-schema';
import type { Base, OwnBaseMap } from './own-base-map.ts';
import { theme } from './palette.ts';

/** Where this program lies, wherever that is served: beside `ground`, in a folder of its own. */
const ownAddress = import.meta.url;
/** Without a slash at the end. While the page is developed, each module has an address of its own. */
const service = import.meta.env.DEV ? location.origin : new URL('..', ownAddress).href.replace(/\/$/, '');

/** What a map shows on the base map. */
export interface MapData {
  readonly sources: Readonly<Record<string, SourceSpecification>>;
  readonly layers: readonly LayerSpecification[];
  /** What is chosen, which no name covers. */
  readonly chosen?: readonly LayerSpecification[];
}

/** What the account or the server has chosen; the ground if that is nothing, or if it cannot be loaded. */
const told = document.querySelector<HTMLElement>('[data-base-map]')?.dataset.baseMap ?? '';
const own = await loadOwn();
/** Whether there is another base map than the ground, which cannot be loaded. */
export const hasFailed = told !== '' && own === undefined;
/** Whether the base map shows streets. */
export const hasStreets = own !== undefined;
/** From this zoom on, the base map has nothing that says where one is. */
export const END_ZOOM = hasStreets ? Infinity : GROUND_ZOOMS.max + 2;

/** By theme and language. The names of countries are a long list. */
const made = new Map<string, Base>();

async function loadOwn(): Promise<OwnBaseMap | undefined> {
  if (told === '') return undefined;
  try {
    const { loadBaseMap } = await import('./own-base-map.ts');
    return await loadBaseMap(JSON.parse(told) as BaseMap);
  } catch {
    return undefined;
  }
}

/** What else must be shown than what the sources of the base map say, as HTML. */
export const credits = (): string => baseNow().credits ?? '';

/** A style of data on the base map, in the theme and the language of the page. */
export function onBaseMap({ sources, layers, chosen = [] }: MapData): StyleSpecification {
  const { style, below, above } = baseNow();
  return {
    ...style,
    sources: { ...style.sources, ...sources },
    layers: [...below, ...layers, ...above, ...chosen],
  };
}

function baseNow(): Base {
  const [look, { lang }] = [theme(), document.documentElement];
  const base = made.get(`${look} ${lang}`) ?? baseIn(look, lang);
  made.set(`${look} ${lang}`, base);
  return base;
}

function baseIn(look: GroundTheme, language: string): Base {
  const ground = groundIn(look, language);
  return own?.({ theme: look, fonts: ground.style }) ?? ground;
}

function groundIn(look: GroundTheme, language: string): Base {
  const at = (path: string): string => `${service}/ground/${path}?v=${GROUND_VERSION}`;
  const { sources, ...style } = groundStyle({
    theme: look,
    language,
    tilesUrl: at('{z}/{x}/{y}.mvt'),
    glyphsUrl: at('fonts/{fontstack}/{range}.pbf'),
    spriteUrl: at('sprite'),
    fontsUrl: at('fonts/{file}'),
  });
  const { below, above } = groundLayers({ theme: look, language });
  const ground = sources[GROUND_SOURCE];
  // People stay in the page when they look at a licence.
  const attribution = ground?.attribution.replaceAll('<a ', '<a target="_blank" rel="noreferrer" ');
  return {
    style: { ...style, sources: { [GROUND_SOURCE]: { ...ground, attribution } } },
    below,
    above,
  } as unknown as Base; // the tests of the ground have it validated
}
