import { escaped } from './html.js';
import type { PageAddresses } from './page-addresses.js';
import type { Texts } from './texts.js';

/** The program of the map, which is built with the dashboard. */
export abstract class LinkMap {
  /** The path of the script; absent where the dashboard was not built. */
  abstract readonly program: string | undefined;
}

interface MapOfPictures {
  readonly addresses: PageAddresses;
  readonly program: string;
  /** The address of the images in the API. */
  readonly images: string;
}

/** A button, and the map that it has loaded. Without scripts neither is shown. */
export function mapOfPictures({ addresses, program, images }: MapOfPictures, texts: Texts): string {
  const data = {
    script: program,
    images,
    picture: addresses.picture('{id}'),
    empty: texts.nowhere,
    several: texts.several,
  };
  return mapWith(data, texts);
}

interface MapOfSpace {
  readonly program: string;
  /** The address of the TileJSON, with the secret. */
  readonly tiles: string;
}

/** The same of a space, which is there at once. */
export const mapOfSpace = ({ program, tiles }: MapOfSpace, texts: Texts): string =>
  mapWith({ script: program, tiles, open: '' }, texts);

function mapWith(data: Readonly<Record<string, string>>, texts: Texts): string {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escaped(value)}"`);
  return `<p><button name="map" aria-expanded="false" hidden>${texts.map}</button></p>
<section class="map" aria-label="${texts.map}"${attributes.join('')} hidden></section>`;
}
