import { Fields } from '../../transfer/fields.js';
import { readImageRecord, type ImageRecord } from '../../transfer/image-record.js';
import { MAX_SIDECAR_BYTES, readFile } from '../sources/read-file.js';
import type { SourceFile } from '../sources/source.js';
import { decodeText } from './decode-text.js';
import type { Facts } from './facts.js';
import { factsOfJson, isOfTakeout } from './takeout.js';
import { factsOfXmp } from './xmp.js';

/** The facts about an image from the files beside it. */
export interface Beside {
  readonly facts: Facts;
  /** The record, if the source is an export of Cairn. */
  readonly record: ImageRecord | undefined;
  /** Sentences about files that could not be read. */
  readonly notes: readonly string[];
}

/** What lies beside images. */
interface Sidecars {
  readonly sidecarsOf: (image: SourceFile) => readonly SourceFile[];
  readonly originalSidecarsOf: (image: SourceFile) => readonly SourceFile[];
}

/** Reads the sidecars of an image. Unreadable ones contribute nothing and are noted. */
export async function readBeside(image: SourceFile, beside: Sidecars): Promise<Beside> {
  let record: ImageRecord | undefined;
  const found: Facts[] = [];
  const notes: string[] = [];
  const read = async (sidecar: SourceFile, take: (text: string) => void): Promise<void> => {
    try {
      if (sidecar.refused !== undefined) throw new Error(sidecar.refused);
      take(decodeText(await readFile(sidecar, MAX_SIDECAR_BYTES)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notes.push(`Nothing is taken from ${sidecar.name} beside it: ${reason}`);
    }
  };
  for (const sidecar of beside.sidecarsOf(image))
    await read(sidecar, (text) => {
      if (/\.xmp$/i.test(sidecar.name)) {
        found.push(factsOfXmp(text));
        return;
      }
      const json = Fields.parse(text);
      record ??= readImageRecord(json);
      found.push(factsOfJson(json));
    });
  for (const sidecar of beside.originalSidecarsOf(image))
    await read(sidecar, (text) => {
      const json = Fields.parse(text);
      // Only Google names an edited photo after its original.
      if (isOfTakeout(json)) found.push(factsOfJson(json));
    });
  const tags = [...new Set(found.flatMap((facts) => facts.tags))];
  const capturedAt = found.find((facts) => facts.capturedAt !== undefined)?.capturedAt;
  const position = found.find((facts) => facts.position !== undefined)?.position;
  return { record, facts: { tags, capturedAt, position }, notes };
}
