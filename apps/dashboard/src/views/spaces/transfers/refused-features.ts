import type { ImportSummary } from '@cairn/api-schema';

/** The reason why a feature of a file was not imported, and its position. */
export type Refused = ImportSummary['errors'][number];

const AT_ONCE = 500;

/**
 * The texts of refused features, one per line, so that they can be corrected and imported again. The text of a feature
 * above the size limit may be missing, because its end is unknown.
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

/** The first error of each feature. */
export function onePerFeature(errors: readonly Refused[]): readonly Refused[] {
  return errors.filter(({ position }, index) => position !== errors[index - 1]?.position);
}
