import { afterAll, describe, it } from '@jest/globals';
import { UnreadableFile } from '@cairn/spaces';
import type { FeatureFiles, FileChunk } from '@cairn/spaces/spi';
import {
  featureFilesContract,
  type FilesSubject,
  sabotaged,
  type Saboteurs,
  verifyFails,
} from '@cairn/testkit';
import { FilesFolders } from './feature-files.spec.kit.js';
import { LocalFeatureFiles } from './process/local-feature-files.js';

const folders = new FilesFolders();
afterAll(async () => await folders.close());

/** Replaces methods of the files of a subject. */
const withFiles =
  (broken: (files: FeatureFiles) => Partial<FeatureFiles>) =>
  (subject: FilesSubject): FilesSubject => ({
    ...subject,
    files: sabotaged(subject.files, broken(subject.files)),
  });

async function* withoutPlaces(chunks: AsyncIterable<FileChunk>): AsyncGenerator<FileChunk> {
  for await (const chunk of chunks) yield { ...chunk, places: chunk.places.map(() => 1) };
}

async function* atOnce(chunks: AsyncIterable<FileChunk>): AsyncGenerator<FileChunk> {
  const all: FileChunk[] = [];
  for await (const chunk of chunks) all.push(chunk);
  yield* all;
}

async function* endingAtErrors<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts;
  } catch {
    // as if it were the end
  }
}

async function* firstOf<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const part of parts) {
    yield part;
    return;
  }
}

const saboteurs: Saboteurs<FilesSubject, typeof featureFilesContract> = {
  'a received file has its name and its size, and is read until it is discarded': withFiles((files) => ({
    receive: async (name, bytes) => ({
      ...(await files.receive(name, bytes)),
      discard: async () => undefined,
    }),
  })),
  'nothing is kept of bytes that fail, or of more than a file may have': withFiles((files) => ({
    receive: async (name, bytes) => await files.receive(name, endingAtErrors(bytes)),
  })),
  'the format is found by the content, unless it is chosen': withFiles((files) => ({
    inspect: async (file) => await files.inspect(file, { choices: {} }),
  })),
  'a choice that files of the format do not have is refused': withFiles((files) => ({
    inspect: async (file, { choices: { layer: _, ...choices } }) => await files.inspect(file, { choices }),
  })),
  'features come as lines of GeoJSON with their places, and faults beside them': withFiles((files) => ({
    read: (file, reading) => withoutPlaces(files.read(file, reading)),
  })),
  'what comes before an error has been given': withFiles((files) => ({
    read: (file, reading) => atOnce(files.read(file, reading)),
  })),
  'errors tell their facts': withFiles((files) => ({
    inspect: async (file, reading) =>
      await files.inspect(file, reading).catch((error: unknown) => {
        throw new UnreadableFile(String(error));
      }),
  })),
  'nobody has to read to the end, and a cancelled reading ends': withFiles((files) => ({
    read: (file, { choices }) => files.read(file, { choices }),
  })),
  'features are written as a file that is read as the same, and nothing is kept of it': withFiles(
    (files) => ({
      write: (features, writing) => files.write(firstOf(features), writing),
    }),
  ),
  'what the features throw ends the writing, and nothing is kept of it': withFiles((files) => ({
    write: (features, writing) => files.write(endingAtErrors(features), writing),
  })),
};

describe('the contract of files', () => {
  const open = async (): Promise<FilesSubject> =>
    await folders.open((options) => new LocalFeatureFiles(options));
  verifyFails({
    contract: featureFilesContract,
    subject: { open, reopen: async (subject) => subject },
    saboteurs,
    it,
  });
});
