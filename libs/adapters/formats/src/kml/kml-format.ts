import { createReadStream } from 'node:fs';
import {
  type FeatureFormat,
  type FileChoices,
  type FileContent,
  type FileItem,
  type FormatFile,
  UnreadableFile,
} from '@cairn/spaces';
import { ZipArchive } from '../archive/zip-archive.js';
import { WGS_84 } from '../crs/read-crs.js';
import { describeItems } from '../features/describe-items.js';
import { withChoices } from '../features/feature-choices.js';
import { decoded, headOf } from '../text/encoding.js';
import { encodingOfXml, xmlEncoding } from '../xml/xml-encoding.js';
import { wholeElement, xmlEvents, type XmlEvent } from '../xml/xml-events.js';
import { placemark } from './placemark.js';

/** Placemarks of KML 2.3 (OGC 12-007r2), and of KMZ. Network links are not followed, and overlays are not read. */
export class KmlFormat implements FeatureFormat {
  readonly name = 'kml';

  async inspect(file: FormatFile, choices: FileChoices): Promise<FileContent> {
    return await describeItems(this.name, () => items(file), { choices, crs: WGS_84 });
  }

  read(file: FormatFile, choices: FileChoices): AsyncIterable<FileItem> {
    return withChoices(items(file), choices);
  }
}

/** Containers whose name tells where a placemark belongs. */
const CONTAINERS = new Set(['Document', 'Folder']);

async function* items(file: FormatFile): AsyncGenerator<FileItem, void, undefined> {
  const [first, second] = await headOf(file.path, 2);
  if (first === 0x50 && second === 0x4b) yield* itemsOfKmz(file);
  else yield* placemarks(decoded(createReadStream(file.path), await xmlEncoding(file.path)));
}

async function* itemsOfKmz({ path }: FormatFile): AsyncGenerator<FileItem, void, undefined> {
  const archive = await ZipArchive.open(path);
  try {
    const documents = archive.names.filter((name) => name.toLowerCase().endsWith('.kml'));
    if (documents.length === 0) throw new UnreadableFile('The archive has no KML.');
    // Mostly it is one, `doc.kml`. Some have further ones, which the first one links to.
    const depth = (name: string): number => name.split('/').length;
    for (const document of documents.toSorted((one, other) => depth(one) - depth(other))) {
      const encoding = encodingOfXml(await archive.beginningOf(document));
      yield* placemarks(decoded(await archive.read(document), encoding));
      archive.assertSound();
    }
  } finally {
    archive.close();
  }
}

async function* placemarks(texts: AsyncIterable<string>): AsyncGenerator<FileItem, void, undefined> {
  const events = xmlEvents(texts);
  const path: { readonly name: string; title?: string }[] = [];
  for (;;) {
    const next = await events.next();
    if (next.done === true) break;
    const { value } = next;
    if (value.kind === 'close') {
      const container = path[path.length - 2];
      if (value.name === 'name' && container !== undefined) container.title = value.text.trim();
      path.pop();
    } else if (value.name === 'Placemark' && !path.some(isUpdate))
      yield await placemarkIn(value, { events, path });
    else {
      if (path.length === 0 && value.name !== 'kml' && !CONTAINERS.has(value.name))
        throw new UnreadableFile(`The file is no KML: it begins with <${value.name}>.`);
      path.push({ name: value.name });
    }
  }
}

/** Tours have changes in them, with parts of placemarks that are elsewhere. */
const isUpdate = ({ name }: { readonly name: string }): boolean => name === 'Update';

async function placemarkIn(
  start: Extract<XmlEvent, { kind: 'open' }>,
  {
    events,
    path,
  }: {
    readonly events: AsyncIterator<XmlEvent>;
    readonly path: readonly { readonly name: string; readonly title?: string }[];
  },
): Promise<FileItem> {
  const folders = path.flatMap(({ name, title }) =>
    name === 'Folder' && title !== undefined && title !== '' ? [title] : [],
  );
  return placemark(await wholeElement(start, events), folders);
}
