import { escaped } from './html.js';
import type { PageAddresses } from './page-addresses.js';
import type { Texts } from './texts.js';

/** The program of the map, which is built with the dashboard. */
export abstract class LinkMap {
  /** The path of the script; absent where the dashboard was not built. */
  abstract readonly program: string | undefined;
}

/** As HTML. Without scripts neither is shown. */
export interface PageMap {
  readonly button: string;
  /** What the button shows. */
  readonly section: string;
}

interface MapOfPictures {
  readonly addresses: PageAddresses;
  readonly program: string;
  /** The address of the images in the API. */
  readonly images: string;
}

/** The map of the pictures, which is loaded when somebody asks for it. */
export function mapOfPictures({ addresses, program, images }: MapOfPictures, texts: Texts): PageMap {
  const data = {
    script: program,
    images,
    picture: addresses.picture('{id}'),
    empty: texts.nowhere,
    several: texts.several,
    ends: texts.groundEnds,
  };
  return mapWith(data, texts);
}

interface MapOfSpace {
  readonly program: string;
  /** The address of the TileJSON, with the secret. */
  readonly tiles: string;
}

/** The map of a space, which is there at once. */
export const mapOfSpace = ({ program, tiles }: MapOfSpace, texts: Texts): PageMap =>
  mapWith({ script: program, tiles, open: '', ends: texts.groundEnds }, texts);

function mapWith(data: Readonly<Record<string, string>>, texts: Texts): PageMap {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escaped(value)}"`);
  return {
    button: `<button name="map" aria-expanded="false" hidden>${texts.map}</button>`,
    section: `<section class="map" aria-label="${texts.map}"${attributes.join('')} hidden></section>`,
  };
}
