import {
  GROUND_SOURCE,
  GROUND_VERSION,
  GROUND_ZOOMS,
  groundLayers,
  groundStyle,
  type GroundTheme,
} from '@cairn/ground';
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { theme } from './palette.ts';

/** Where this program lies, wherever that is served: beside `ground`, in a folder of its own. */
const ownAddress = import.meta.url;
/** Without a slash at the end. While the page is developed, each module has an address of its own. */
const service = import.meta.env.DEV ? location.origin : new URL('..', ownAddress).href.replace(/\/$/, '');

/** From this zoom on, the ground has nothing that says where one is. */
export const END_ZOOM = GROUND_ZOOMS.max + 2;

/** What a map shows on the base map. */
export interface MapData {
  readonly sources: Readonly<Record<string, SourceSpecification>>;
  readonly layers: readonly LayerSpecification[];
}

/** What lies below the data of a map, and the names above it. */
interface Base {
  readonly style: Omit<StyleSpecification, 'layers'>;
  readonly below: readonly LayerSpecification[];
  readonly above: readonly LayerSpecification[];
}

/** By theme and language. The names of countries are a long list. */
const made = new Map<string, Base>();

/** A style of data on the base map, in the theme and the language of the page. */
export function onBaseMap({ sources, layers }: MapData): StyleSpecification {
  const [look, { lang }] = [theme(), document.documentElement];
  const base = made.get(`${look} ${lang}`) ?? groundIn(look, lang);
  made.set(`${look} ${lang}`, base);
  const { style, below, above } = base;
  return {
    ...style,
    sources: { ...style.sources, ...sources },
    layers: [...below, ...layers, ...above],
  };
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
