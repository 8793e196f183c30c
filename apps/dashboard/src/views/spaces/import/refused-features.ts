import type { ImportSummary } from '@cairn/api-schema';
import { featureTexts } from './plain-geojson.ts';

/** The reason why a feature of a file was not imported, and its position. */
export type Refused = ImportSummary['errors'][number];

/** A feature of GeoJSON that was refused: its number in the file, from 1, and where its text is, if that is known. */
interface RefusedFeature {
  readonly line: number;
  readonly text?: Pick<Refused, 'offsetInBytes' | 'lengthInBytes'>;
}

const AT_ONCE = 500;

/**
 * The texts of refused features, one per line, so that they can be corrected and imported again. The text of a feature
 * above the size limit may be missing, because its end is unknown.
 */
export async function refusedLines(file: File, refused: readonly RefusedFeature[]): Promise<Blob> {
  const placed = refused.flatMap(({ text }) => text ?? []);
  const texts = placed.length > 0 ? await textsAt(file, placed) : await numbered(file, refused);
  const lines = texts.map((text) => `${text.trim().replaceAll(/[\r\n]+/g, ' ')}\n`);
  return new Blob(lines, { type: 'application/x-ndjson' });
}

async function textsAt(
  file: File,
  places: readonly NonNullable<RefusedFeature['text']>[],
): Promise<readonly string[]> {
  const whole = places.filter(({ lengthInBytes }) => lengthInBytes !== undefined);
  const texts: string[] = [];
  for (let at = 0; at < whole.length; at += AT_ONCE) {
    const some = whole
      .slice(at, at + AT_ONCE)
      .map(({ offsetInBytes, lengthInBytes = 0 }) =>
        file.slice(offsetInBytes, offsetInBytes + lengthInBytes).text(),
      );
    texts.push(...(await Promise.all(some)));
  }
  return texts;
}

async function numbered(file: File, refused: readonly RefusedFeature[]): Promise<readonly string[]> {
  const all = await featureTexts(file);
  return refused.flatMap(({ line }) => all[line - 1] ?? []);
}

/** The first error of each feature. */
export function onePerFeature(errors: readonly Refused[]): readonly Refused[] {
  return errors.filter(({ position }, index) => position !== errors[index - 1]?.position);
}
