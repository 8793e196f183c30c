import { STYLES, type ToldMap } from './folder-page.js';

/** Control characters, and those that change the direction of what follows. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

const line = (text: string): string => text.replaceAll(HIDDEN, ' ').trim();

interface Exported {
  readonly map: Pick<ToldMap, 'title'>;
  readonly hasPage: boolean;
  readonly exportedAt: Date;
  /** The titles of layers that are gone. */
  readonly left: readonly string[];
}

/** Says what an exported map is, and how to publish it. */
export function folderReadme({ map, hasPage, exportedAt, left }: Exported): string {
  const gone = left.map((title) => `- ${line(title)}`).join('\n');
  return `${line(map.title)}
A map as a folder, exported by Cairn on ${exportedAt.toISOString().slice(0, 10)}.

${hasPage ? PUBLISH : NO_PAGE}
The .pmtiles files are read in parts, by requests with a Range header. nginx, Apache,
Caddy, GitHub Pages, and S3 and stores like it answer them.${hasPage ? WHOLE : ''}

WHAT IS IN IT
${hasPage ? PAGE : ''}${STYLES.light}        The map in the MapLibre Style Specification; ${STYLES.dark} for dark screens.
                  Addresses are relative to this folder.
layers/*.pmtiles  The tiles of each layer (PMTiles 3). .cells: how many features there are.
layers/*.geojson  The features of each layer, with the properties that the map shows. Not
                  of layers that show no feature alone.
ground            The base map, fonts and icons: ground/NOTICE says whose they are.

It shows the data as they were when it was exported.
${gone === '' ? '' : `\nNOT IN IT\nThe data of these layers are gone:\n${gone}\n`}`;
}

const PUBLISH = `PUBLISH IT
Copy the folder to any web server, below any path, and open index.html there. It needs
no program on the server, no key and no other site. Opened from the disk, browsers load
no maps: on your own machine, "npx serve" in this folder serves it.
`;

const NO_PAGE = `SHOW IT
There is no page in it, because the service that exported it has none. Programs that draw
styles of MapLibre and read PMTiles show it by ${STYLES.light}.
`;

const WHOLE = ` From a server that does not,
such as Python's http.server, the page loads each of these files whole, up to 256 MB.`;

const PAGE = `index.html        The page, with a legend and popups. Its program is in assets.
`;
