import { describe, it } from '@jest/globals';
import type { FeatureReader, StreamedChunk, StreamedFeature } from '@cairn/spaces/spi';
import { featureReaderContract, sabotaged, verify, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemoryFeatureReader } from './memory-feature-reader.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';

const open = async (): Promise<FeatureReader> => new MemoryFeatureReader(new SequenceIdGenerator());
const subject = { open, reopen: open };

describe('MemoryFeatureReader', () => verify({ contract: featureReaderContract, subject, it }));

type Read = FeatureReader['read'];
type Break = (reader: FeatureReader) => FeatureReader;

const reads =
  (read: (original: Read) => Read): Break =>
  (reader) =>
    sabotaged(reader, { read: read(reader.read.bind(reader)) });

const chunks = (change: (chunk: StreamedChunk) => StreamedChunk): Break =>
  reads(
    (read) =>
      async function* (bytes, options) {
        for await (const chunk of read(bytes, options)) yield change(chunk);
      },
  );

const features = (change: (feature: StreamedFeature) => readonly StreamedFeature[]): Break =>
  chunks((chunk) => ({ ...chunk, features: chunk.features.flatMap(change) }));

const withFaults = (change: (code: string) => boolean): Break =>
  features((feature) => (feature.parsed.faults?.some(({ code }) => change(code)) ? [] : [feature]));

const saboteurs: Saboteurs<FeatureReader, typeof featureReaderContract> = {
  'features come in their order with their place, whatever the chunks': reads(
    (read) =>
      async function* (bytes, options) {
        for await (const chunk of bytes)
          yield* read(
            (async function* () {
              yield chunk;
            })(),
            options,
          );
      },
  ),
  'what is wrong with a feature is told by pointer, and the others are read': withFaults(
    (code) => code === 'invalid-json',
  ),
  'bytes that are not UTF-8 are a fault of their feature that names the place': withFaults(
    (code) => code === 'invalid-utf8',
  ),
  'a feature that is too large is refused, and the others are read': reads(
    (read) => (bytes, options) =>
      read(bytes, { ...options, limits: { ...options.limits, maxSizeInBytes: 1_000 } }),
  ),
  'features without an id get ids that differ': features(({ parsed, ...place }) => [
    { ...place, parsed: parsed.draft ? { draft: { ...parsed.draft, id: 'made' } } : parsed },
  ]),
  'a stream that breaks gives what came before, then where it broke, then nothing': chunks(
    ({ broken: _, ...chunk }) => chunk,
  ),
  'bytes are pulled as features are taken, and no longer once nobody wants more': reads(
    (read) =>
      async function* (bytes, options) {
        const all: Uint8Array[] = [];
        for await (const chunk of bytes) if (all.push(chunk) === 1_000) break;
        yield* read(
          (async function* () {
            yield* all;
          })(),
          options,
        );
      },
  ),
  'features are given while no further bytes come': reads(
    (read) =>
      async function* (bytes, options) {
        let before: StreamedChunk | undefined;
        for await (const chunk of read(bytes, options)) {
          if (before !== undefined) yield before;
          before = chunk;
        }
        if (before !== undefined) yield before;
      },
  ),
  'one feature is parsed as parseDraft does, with its own id, a given one, or one that is made': (reader) =>
    sabotaged(reader, { parse: async (text, { id: _, ...options }) => await reader.parse(text, options) }),
  'copies of a feature are those of copiesOf, none where it is not large': (reader) =>
    sabotaged(reader, { copies: async () => 'too-dear' }),
  'a source that fails fails the reading, and streams at once do not mix': reads(
    (read) =>
      async function* (bytes, options) {
        try {
          yield* read(bytes, options);
        } catch {
          return;
        }
      },
  ),
};

describe('what feature readers promise', () =>
  verifyFails({ contract: featureReaderContract, subject, saboteurs, it }));
