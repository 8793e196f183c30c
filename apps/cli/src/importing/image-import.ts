import { createHash } from 'node:crypto';
import { Fields } from '../transfer/fields.js';
import { readImageRecord, type ImageRecord } from '../transfer/image-record.js';
import { pathOf, type Layout } from './layout.js';
import { Refused, type Destination, type NewImage } from './destinations/destination.js';
import type { Facts } from './sidecars/facts.js';
import { factsOfJson } from './sidecars/takeout.js';
import { factsOfXmp } from './sidecars/xmp.js';
import type { SourceFile } from './sources/source.js';

const MEBIBYTE = 1024 * 1024;
/** A file is held in memory while it is sent. Servers take less, unless they are told to. */
const MAX_IMAGE_BYTES = 256 * MEBIBYTE;
const MAX_SIDECAR_BYTES = MEBIBYTE;
const MAX_TAGS = 50;
const MAX_TAG_LENGTH = 64;

/** How images are imported. */
export interface ImageRules {
  /** In front of every path; empty for none. */
  readonly path: string;
  /** Added to every image. */
  readonly tags: readonly string[];
  readonly foldersAsTags: boolean;
  /** By default that of the record in an export, or else of the folder. */
  readonly visibility: string | undefined;
  readonly isDryRun: boolean;
}

interface Imported {
  readonly outcome: 'added' | 'there';
  readonly id?: string;
}

/** Imports the images of a source, each once. */
export class ImageImport {
  private readonly known = new Map<string, Promise<Map<string, string>>>();
  /** The ids that images of an export had, with those that they have now. */
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly layout: Layout,
    private readonly destination: Destination,
    private readonly rules: ImageRules,
  ) {}

  /** The ids of images of an export at the destination, in their order; without those that are not there. */
  idsOf(former: readonly string[]): readonly string[] {
    return former.map((id) => this.ids.get(id) ?? '').filter((id) => id !== '');
  }

  /** @throws {Refused} {InvalidInput} with what is wrong with the file. */
  async execute(file: SourceFile): Promise<Imported> {
    if (file.refused !== undefined) throw new Refused(file.refused);
    const bytes = await readAll(file, MAX_IMAGE_BYTES);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { facts, record: found } = await this.beside(file);
    const record = found?.sha256 === sha256 ? found : undefined;
    const path = this.pathOf(file, record);
    const images = await this.imagesIn(path);
    const kept = record && (await this.destination.findImage(record.former.id));
    const there = kept ?? this.sameBytes(images, { sha256, record });
    if (there !== undefined) return this.end('there', there, record);
    images.set(sha256, ''); // the same bytes are not sent again while these are on their way
    if (this.rules.isDryRun) return { outcome: 'added' };
    try {
      const id = await this.destination.addImage(this.newImage({ file, path, bytes, facts, record }));
      images.set(sha256, id);
      return this.end('added', id, record);
    } catch (error) {
      images.delete(sha256);
      throw error;
    }
  }

  private newImage(read: {
    readonly file: SourceFile;
    readonly path: string;
    readonly bytes: Uint8Array;
    readonly facts: Facts;
    readonly record: ImageRecord | undefined;
  }): NewImage {
    const { file, path, bytes, facts, record } = read;
    const { tags, foldersAsTags, visibility } = this.rules;
    const folders = foldersAsTags ? path.split('/').filter((folder) => folder !== '') : [];
    const found = [...new Set([...(record?.tags ?? facts.tags), ...tags, ...folders])];
    return {
      name: record?.former.fileName ?? file.name.slice(file.name.lastIndexOf('/') + 1),
      path,
      tags: found.map((tag) => [...tag].slice(0, MAX_TAG_LENGTH).join('')).slice(0, MAX_TAGS),
      visibility: visibility ?? record?.visibility,
      bytes,
      facts,
      record,
    };
  }

  private end(outcome: Imported['outcome'], id: string, record: ImageRecord | undefined): Imported {
    if (record !== undefined) this.ids.set(record.former.id, id);
    return { outcome, id };
  }

  /** An image of an export is told by its id: the account may have had the same bytes twice. */
  private sameBytes(
    images: ReadonlyMap<string, string>,
    { sha256, record }: { readonly sha256: string; readonly record: ImageRecord | undefined },
  ): string | undefined {
    const there = images.get(sha256);
    return there !== undefined && record !== undefined && this.destination.keepsIds ? undefined : there;
  }

  private pathOf(file: SourceFile, record: ImageRecord | undefined): string {
    if (record === undefined) return pathOf(file, this.layout, this.rules.path);
    return [this.rules.path, record.path].filter((part) => part !== '').join('/');
  }

  private async imagesIn(path: string): Promise<Map<string, string>> {
    const known = this.known.get(path);
    if (known !== undefined) return await known;
    const reading = this.destination.imagesIn(path).then((found) => new Map(found));
    this.known.set(path, reading);
    return await reading;
  }

  /** What lies beside the image. What cannot be read counts as nothing. */
  private async beside(
    file: SourceFile,
  ): Promise<{ readonly facts: Facts; readonly record: ImageRecord | undefined }> {
    let record: ImageRecord | undefined;
    const found: Facts[] = [];
    for (const sidecar of this.layout.sidecarsOf(file)) {
      if (sidecar.refused !== undefined || sidecar.sizeInBytes > MAX_SIDECAR_BYTES) continue;
      try {
        const text = new TextDecoder().decode(await readAll(sidecar, MAX_SIDECAR_BYTES));
        if (/\.xmp$/i.test(sidecar.name)) found.push(factsOfXmp(text));
        else {
          const json = Fields.parse(text);
          record ??= readImageRecord(json);
          found.push(factsOfJson(json));
        }
      } catch {
        continue;
      }
    }
    const tags = [...new Set(found.flatMap((facts) => facts.tags))];
    const capturedAt = found.find((facts) => facts.capturedAt !== undefined)?.capturedAt;
    const position = found.find((facts) => facts.position !== undefined)?.position;
    return { record, facts: { tags, capturedAt, position } };
  }
}

async function readAll(file: SourceFile, maxBytes: number): Promise<Uint8Array> {
  if (file.sizeInBytes > maxBytes) throw new Refused(`It is larger than ${maxBytes / MEBIBYTE} MiB.`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of await file.open()) {
    length += part.length;
    if (length > maxBytes) throw new Refused(`It is larger than ${maxBytes / MEBIBYTE} MiB.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
