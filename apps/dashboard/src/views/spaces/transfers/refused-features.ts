import type { ImportSummary } from '@cairn/api-schema';

/** Why a feature of a file was not imported, and where it is. */
export type Refused = ImportSummary['errors'][number];

const AT_ONCE = 500;

/**
 * The texts of refused features, each on a line, to be mended and imported again. Of one that is longer than features may
 * be the file has nothing, as its end is not known.
 */
export async function refusedLines(file: Blob, refused: readonly Refused[]): Promise<Blob> {
  const whole = refused.filter(({ lengthInBytes }) => lengthInBytes !== undefined);
  const lines: string[] = [];
  for (let at = 0; at < whole.length; at += AT_ONCE) {
    const texts = whole
      .slice(at, at + AT_ONCE)
      .map(({ offsetInBytes, lengthInBytes = 0 }) =>
        file.slice(offsetInBytes, offsetInBytes + lengthInBytes).text(),
      );
    for (const text of await Promise.all(texts)) lines.push(`${text.replaceAll(/[\r\n]+/g, ' ')}\n`);
  }
  return new Blob(lines, { type: 'application/x-ndjson' });
}

/** The first fault of each feature. */
export function onePerFeature(errors: readonly Refused[]): readonly Refused[] {
  return errors.filter(({ position }, index) => position !== errors[index - 1]?.position);
}
