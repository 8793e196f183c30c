import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { FeatureFormat, FileItem } from '@cairn/spaces';
import {
  featureFormatContract,
  type FormatSubject,
  sabotaged,
  type Saboteurs,
  verifyFails,
} from '@cairn/testkit';
import { SampleFolder } from './formats.spec.kit.js';

const folder = new SampleFolder();
beforeAll(async () => await folder.open());
afterAll(async () => await folder.close());

/** Replaces methods of the format of a subject. */
const withFormat =
  (broken: (format: FeatureFormat) => Partial<FeatureFormat>) =>
  (subject: FormatSubject): FormatSubject => ({
    ...subject,
    format: sabotaged(subject.format, broken(subject.format)),
  });

/** Replaces how features are read. */
const withItems = (broken: (items: AsyncIterable<FileItem>) => AsyncIterable<FileItem>) =>
  withFormat((format) => ({ read: (file, choices) => broken(format.read(file, choices)) }));

async function* reversed(items: AsyncIterable<FileItem>): AsyncGenerator<FileItem> {
  const all: FileItem[] = [];
  for await (const item of items) all.push(item);
  yield* all.toReversed();
}

async function* endingAtErrors(items: AsyncIterable<FileItem>): AsyncGenerator<FileItem> {
  try {
    yield* items;
  } catch {
    // as if it were the end
  }
}

async function* allAtOne(items: AsyncIterable<FileItem>): AsyncGenerator<FileItem> {
  for await (const item of items) yield { ...item, at: 1 };
}

/** Gives nothing more once somebody left. */
function offended(): (items: AsyncIterable<FileItem>) => AsyncIterable<FileItem> {
  let wasLeft = false;
  return async function* (items) {
    if (wasLeft) return;
    wasLeft = true;
    yield* items;
    wasLeft = false;
  };
}

const saboteurs: Saboteurs<FormatSubject, typeof featureFormatContract> = {
  'features come in the order of the file, in WGS 84, with their values': withItems(reversed),
  'places in the file are told in ascending order': withItems(allAtOne),
  'inspecting tells the columns with their types, the system, and the first features as they are read':
    withFormat((format) => ({
      inspect: async (file, choices) => ({ ...(await format.inspect(file, choices)), columns: [] }),
    })),
  'a sample is a beginning': withFormat((format) => ({
    inspect: async (file, choices) => ({ ...(await format.inspect(file, choices)), sample: [] }),
  })),
  'columns are renamed and left out, and one identifies, as chosen': withFormat((format) => ({
    read: (file) => format.read(file, {}),
  })),
  'two columns are not one property': withFormat((format) => ({ read: (file) => format.read(file, {}) })),
  'a file that is cut short is refused wherever that is, and what comes before it is right':
    withItems(endingAtErrors),
  'a file of no format is refused': withItems(endingAtErrors),
  'nobody has to read to the end': withItems(offended()),
  'a system that is not known is refused': withFormat((format) => ({
    read: (file, { crs: _, ...choices }) => format.read(file, choices),
  })),
};

describe('the contract of formats', () => {
  const open = async (): Promise<FormatSubject> => await folder.subject('geojson');
  verifyFails({
    contract: featureFormatContract,
    subject: { open, reopen: async (subject) => subject },
    saboteurs,
    it,
  });
});
