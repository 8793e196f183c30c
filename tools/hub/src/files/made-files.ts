import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Random } from '@cairn/harness';

/** A file that is made for an import. */
export interface MadeFile {
  readonly name: string;
  /** What it is, for a table. */
  readonly title: string;
  /** Features that are in it. */
  readonly features: number;
  readonly parts: () => Generator<string, void, undefined>;
}

const DECIMALS = 6;

/** Somewhere in Europe. */
const placeOf = (random: Random): readonly [longitude: string, latitude: string] => [
  (-8 + 30 * random.next()).toFixed(DECIMALS),
  (38 + 20 * random.next()).toFixed(DECIMALS),
];

/** A table as a spreadsheet of Central Europe writes it: semicolons, decimal commas, texts in quotes. */
export const madeCsv = (title: string, rows: number, noteLength: number): MadeFile => ({
  name: 'trees.csv',
  title,
  features: rows,
  *parts() {
    const random = new Random(1);
    yield 'id;name;height;planted;longitude;latitude;note\r\n';
    for (let row = 1; row <= rows; row += 1) {
      const [longitude, latitude] = placeOf(random).map((number) => number.replace('.', ','));
      const height = (30 * random.next()).toFixed(1).replace('.', ',');
      const note = `Überhang; Höhe gemessen ${row} `.padEnd(noteLength, 'Nr. geprüft ').slice(0, noteLength);
      yield `${row};"Baum ""${row}""";${height};${1900 + (row % 120)}-04-01;${longitude};${latitude};"${note}"\r\n`;
    }
  },
});

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="bench" xmlns="http://www.topografix.com/GPX/1/1">\n';

/** One track of a recorder that writes a point a second. */
export const madeTrack = (points: number): MadeFile => ({
  name: 'track.gpx',
  title: `GPX, a track of ${points.toLocaleString('en')} points`,
  features: 1,
  *parts() {
    yield `${HEAD}<trk><name>Long way</name><trkseg>\n`;
    for (let at = 0; at < points; at += 1) {
      const [longitude, latitude] = [6 + at / 50_000, 46 + Math.sin(at / 1_000) / 10];
      const time = new Date(Date.UTC(2026, 0, 1) + 1_000 * at).toISOString();
      yield `<trkpt lon="${longitude.toFixed(DECIMALS)}" lat="${latitude.toFixed(DECIMALS)}"><ele>${at % 3_000}</ele><time>${time}</time></trkpt>\n`;
    }
    yield '</trkseg></trk></gpx>\n';
  },
});

export const madeWaypoints = (points: number): MadeFile => ({
  name: 'waypoints.gpx',
  title: `GPX, ${points.toLocaleString('en')} waypoints`,
  features: points,
  *parts() {
    const random = new Random(2);
    yield HEAD;
    for (let at = 1; at <= points; at += 1) {
      const [longitude, latitude] = placeOf(random);
      yield `<wpt lon="${longitude}" lat="${latitude}"><ele>${at % 3_000}</ele><name>Point ${at}</name><desc>Marked by hand</desc></wpt>\n`;
    }
    yield '</gpx>\n';
  },
});

const AT_ONCE = 65_536;

/** Writes it, and gives its size in bytes. */
export async function writeMade({ parts }: MadeFile, path: string): Promise<number> {
  const file = createWriteStream(path);
  let text = '';
  for (const part of parts()) {
    text += part;
    if (text.length < AT_ONCE) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await once(file, 'close');
  return (await stat(path)).size;
}
