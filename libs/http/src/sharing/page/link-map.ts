import { baseMapData } from '../../settings/base-map-data.js';
import type { BaseMapSettings } from '../../settings/http-settings.js';
import { escaped } from './html.js';
import type { PageAddresses } from './page-addresses.js';
import type { Texts } from './texts.js';

/** The program of the map, which is built with the dashboard. */
export abstract class LinkMap {
  /** The path of the script; absent where the dashboard was not built. */
  abstract readonly program: string | undefined;
  /** The paths, below the base path, of all files that the program consists of. The public door serves no others of the page. */
  abstract readonly files?: ReadonlySet<string> | undefined;
}

/** As HTML. Without scripts neither is shown. */
export interface PageMap {
  readonly button: string;
  /** What the button shows. */
  readonly section: string;
}

interface OnBaseMap {
  /** The base map, if it is not the ground. */
  readonly baseMap: BaseMapSettings | undefined;
}

interface MapOfPictures extends OnBaseMap {
  readonly addresses: PageAddresses;
  readonly program: string;
  /** The address of the images in the API. */
  readonly images: string;
}

/** The map of the pictures, which is loaded when somebody asks for it. */
export function mapOfPictures({ addresses, program, images, baseMap }: MapOfPictures, texts: Texts): PageMap {
  const data = {
    script: program,
    images,
    picture: addresses.picture('{id}'),
    empty: texts.nowhere,
    several: texts.several,
    ends: texts.groundEnds,
    'base-map': baseMapData(baseMap),
  };
  return mapWith(data, texts);
}

interface MapOfSpace extends OnBaseMap {
  readonly program: string;
  /** The address of the style of the space, with the secret. */
  readonly space: string;
}

/** The map of a space, which is there at once. */
export const mapOfSpace = ({ program, space, baseMap }: MapOfSpace, texts: Texts): PageMap =>
  mapWith(
    { script: program, space, open: '', ...shownTexts(texts), 'base-map': baseMapData(baseMap) },
    texts,
  );

interface MapOfLayers extends OnBaseMap {
  readonly program: string;
  /** The address of the map in the API. */
  readonly api: string;
  /** The secret of the link; absent of a public map. */
  readonly secret: string | undefined;
  readonly isEmbedded: boolean;
}

/** A map of layers, which is there at once. */
export const mapOfLayers = (
  { program, api, secret, isEmbedded, baseMap }: MapOfLayers,
  texts: Texts,
): PageMap =>
  mapWith(
    {
      script: program,
      api,
      ...(secret !== undefined && { secret }),
      ...(isEmbedded && { embedded: '' }),
      open: '',
      ...shownTexts(texts),
      words: JSON.stringify(texts.onMap),
      'base-map': baseMapData(baseMap),
    },
    texts,
  );

/** What maps say of features. */
const shownTexts = (texts: Texts): Readonly<Record<string, string>> => ({
  ends: texts.groundEnds,
  other: texts.otherValues,
  count: texts.featureCount,
  few: texts.few,
  many: texts.many,
  picture: texts.picture,
});

function mapWith(data: Readonly<Record<string, string>>, texts: Texts): PageMap {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escaped(value)}"`);
  return {
    button: `<button name="map" aria-expanded="false" hidden>${texts.map}</button>`,
    section: `<section class="map" aria-label="${texts.map}"${attributes.join('')} hidden></section>`,
  };
}
