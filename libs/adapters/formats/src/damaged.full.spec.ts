import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError } from '@cairn/kernel';
import { FILE_FORMATS, type FileFeature, type FormatFile } from '@cairn/spaces';
import { bombs } from './bombs.spec.kit.js';
import { damagesOf } from './damaged-files.spec.kit.js';
import { SampleFolder } from './formats.spec.kit.js';
import { ProcessFeatureFiles } from './process/process-feature-files.js';
import { fileOf } from './sample-files.spec.kit.js';

const folder = new SampleFolder();
beforeAll(async () => await folder.open());
afterAll(async () => {
  files.close();
  await folder.close();
});

const LANES = 3;
const files = new ProcessFeatureFiles({
  processes: LANES,
  silenceMs: 60_000,
  memoryInBytes: 700 * 1024 ** 2,
});
/** What a reader must never do, and the process around it hides. */
const HIDDEN = /takes too long|takes more memory|crashed/;

interface Outcome {
  readonly features: readonly FileFeature[];
  readonly error?: Error;
}

const featureIn: (line: string) => FileFeature = JSON.parse;

async function read(file: FormatFile): Promise<Outcome> {
  const features: FileFeature[] = [];
  try {
    for await (const { lines } of files.read(file, { choices: {} }))
      for (const line of Buffer.from(lines).toString('utf8').split('\n'))
        if (line !== '') features.push(featureIn(line));
    return { features };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { features, error };
  }
}

/** Fails for an error that says nothing to its reader, and for features that the domain could not take. */
function assertHarmless({ features, error }: Outcome): void {
  if (error !== undefined) {
    expect(error).toBeInstanceOf(DomainError);
    expect(String(error)).not.toMatch(HIDDEN);
    expect(String(error)).toMatch(/^\w+: [A-Z].{5,300}\.$/s);
  }
  for (const { geometry } of features) if (geometry !== null) assertOnEarth(geometry);
}

function assertOnEarth(geometry: NonNullable<FileFeature['geometry']>): void {
  const positions = (part: unknown): void => {
    if (!Array.isArray(part)) throw new Error(`no position: ${JSON.stringify(part)}`);
    const items: readonly unknown[] = part;
    if (!items.some((each) => typeof each === 'number')) return items.forEach(positions);
    const [longitude, latitude] = items;
    expect(items.every((each) => Number.isFinite(each))).toBe(true);
    expect(Math.abs(Number(longitude))).toBeLessThanOrEqual(180);
    expect(Math.abs(Number(latitude))).toBeLessThanOrEqual(90);
  };
  if ('geometries' in geometry) geometry.geometries.forEach(assertOnEarth);
  else positions(geometry.coordinates);
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const points = Array.from({ length: 30 }, (_, index) => ({
  name: `Ort ${index}, "${'é'.repeat(index % 7)}"`,
  number: index / 2,
  position: [index - 15 + 0.25, 2 * index - 30.5] as const,
}));

describe.each(FILE_FORMATS)('damaged files of %s', (format) => {
  it('are errors that tell what is wrong, or the features that are left', async () => {
    const whole = Buffer.from(await fileOf(format, points));
    const { features: right, error: none } = await read(await folder.stored(`whole.${format}`, whole));
    expect(none).toBeUndefined();
    expect(right).toHaveLength(points.length);
    let number = 0;
    let refused = 0;
    const damages = [...damagesOf(whole, FILE_FORMATS.indexOf(format) + 1)];
    const next = async (): Promise<void> => {
      // One file with other bytes each time: a process reads many in the time that it takes to start.
      const file = await files.receive(format, piecesOf(whole));
      for (let damage = damages.pop(); damage !== undefined; damage = damages.pop()) {
        const { how, bytes, isCut } = damage;
        await writeFile(file.path, bytes);
        const name = `${(number += 1)}.${format}`;
        const outcome = await read({ ...file, name, sizeInBytes: bytes.length });
        if (outcome.error !== undefined) refused += 1;
        try {
          assertHarmless(outcome);
          if (!isCut) continue;
          const { features, error } = outcome;
          if (format !== 'csv') {
            expect(features).toEqual(right.slice(0, features.length));
            if (error === undefined) expect(features).toEqual(right);
          } else if (error === undefined) {
            // A part of the last row may be a row, with another type than its column has otherwise.
            const places = features.slice(0, -1).map(({ geometry }) => geometry);
            expect(places).toEqual(right.slice(0, places.length).map(({ geometry }) => geometry));
          }
        } catch (error) {
          throw new Error(`${format}, ${how}: ${outcome.error?.message}: ${String(error)}`, { cause: error });
        }
      }
      await file.discard();
    };
    await Promise.all(Array.from({ length: LANES }, next));
    expect(number).toBe(40);
    expect(refused).toBeGreaterThan(format === 'csv' ? 0 : 14);
  });
});

describe('files that are made to do harm', () => {
  it.each(bombs)('%s', async (_, make, expected) => {
    const file = await folder.stored('bomb', await make());
    const before = process.memoryUsage.rss();
    const outcome = await read(file);
    assertHarmless(outcome);
    expect(
      outcome.error === undefined ? `${outcome.features.length} features` : outcome.error.message,
    ).toMatch(expected);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 ** 2);
  });
});
