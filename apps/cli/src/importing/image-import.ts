import { createHash } from 'node:crypto';
import { cleanTags, FileName, parseImagePath, VISIBILITIES } from '@cairn/images';
import type { ImageRecord } from '../transfer/image-record.js';
import { pathOf, type Layout } from './layout.js';
import { Refused } from '../transfer/refused.js';
import type { Destination, NewImage } from './destinations/destination.js';
import type { Facts } from './sidecars/facts.js';
import { readBeside } from './sidecars/read-beside.js';
import { readFile } from './sources/read-file.js';
import type { SourceFile } from './sources/source.js';

/** A file is held in memory while it is sent. Servers take less, unless they are told to. */
const MAX_IMAGE_BYTES = 256 * 1024 * 1024;

/** How images are imported. */
export interface ImageRules {
  /** In front of every path; empty for none. A path as `parseImagePath` reads it. */
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
  /** Absent where nothing is stored. */
  readonly id?: string;
  /** What is stored otherwise than it was found, in sentences. */
  readonly notes?: readonly string[];
}

/** An image as it is stored, with what is stored otherwise than it was found. */
interface Prepared {
  readonly image: NewImage;
  readonly notes: readonly string[];
}

/**
 * The images of a folder by the SHA-256 of their bytes, as they were uploaded and as they are served, and those that are on
 * their way; `undefined` once one of them could not be stored.
 */
type KnownImages = Map<string, Promise<Pick<Imported, 'id'> | undefined>>;

/** Imports the images of a source, each once. */
export class ImageImport {
  private readonly known = new Map<string, Promise<KnownImages>>();
  /** The ids that images of an export had, with those that they have now. */
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly layout: Layout,
    private readonly destination: Destination,
    private readonly rules: ImageRules,
  ) {}

  /** The ids of images of an export at the destination, in their order; without those that are not there. */
  idsOf(former: readonly string[]): readonly string[] {
    return [...new Set(former.flatMap((id) => this.ids.get(id) ?? []))];
  }

  /** Those of the images of an export that are not at the destination. */
  missingOf(former: readonly string[]): readonly string[] {
    return former.filter((id) => !this.ids.has(id));
  }

  /** @throws {Refused} {InvalidInput} with what is wrong with the file. */
  async execute(file: SourceFile): Promise<Imported> {
    if (file.refused !== undefined) throw new Refused(file.refused);
    const bytes = await readFile(file, MAX_IMAGE_BYTES);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { facts, record: found, notes } = await readBeside(file, this.layout);
    const record = found?.sha256 === sha256 ? found : undefined;
    const path = this.pathOf(file, record);
    const images = await this.imagesIn(path);
    const kept = record && (await this.destination.findImage(record.former.id));
    if (kept !== undefined) return this.end({ outcome: 'there', id: kept }, record);
    // An image of an export is told by its id where that is kept: the account may have had the same bytes twice.
    const isToldById = record !== undefined && this.destination.keepsIds;
    for (let same = images.get(sha256); same !== undefined && !isToldById; same = images.get(sha256)) {
      const there = await same;
      if (there !== undefined) return this.end({ outcome: 'there', ...there }, record);
    }
    const adding = this.add(this.prepared({ file, path, bytes, facts, record, notes }));
    // Of the same bytes at the same place one is sent; others wait for it.
    const stored = ({ id }: Imported): Pick<Imported, 'id'> => (id === undefined ? {} : { id });
    const sent = adding.then(stored, (): undefined => void images.delete(sha256));
    images.set(sha256, sent);
    return this.end(await adding, record);
  }

  private async add({ image, notes }: Prepared): Promise<Imported> {
    const noted = notes.length === 0 ? {} : { notes };
    if (this.rules.isDryRun) return { outcome: 'added', ...noted };
    return { outcome: 'added', id: await this.destination.addImage(image), ...noted };
  }

  private prepared(read: {
    readonly file: SourceFile;
    readonly path: string;
    readonly bytes: Uint8Array;
    readonly facts: Facts;
    readonly record: ImageRecord | undefined;
    readonly notes: readonly string[];
  }): Prepared {
    const { file, path, bytes, facts, record } = read;
    const { rules } = this;
    const folders = rules.foldersAsTags ? path.split('/') : [];
    const { tags, notes: changes } = cleanTags(record?.tags ?? facts.tags, [...rules.tags, ...folders]);
    const former = VISIBILITIES.find((one) => one === record?.visibility);
    const isUnknown =
      record?.visibility !== undefined && former === undefined && rules.visibility === undefined;
    const image = {
      name: FileName.clean(record?.former.fileName ?? file.name),
      path,
      tags,
      // Whoever wrote the record did not mean that anybody may see it.
      visibility: rules.visibility ?? former ?? (isUnknown ? 'private' : undefined),
      bytes,
      facts,
      record,
    };
    const notes = [...read.notes, ...changes];
    return {
      image,
      notes: isUnknown ? [...notes, 'Its record has a visibility that is none: it is private.'] : notes,
    };
  }

  private end(imported: Imported, record: ImageRecord | undefined): Imported {
    if (record !== undefined && imported.id !== undefined) this.ids.set(record.former.id, imported.id);
    return imported;
  }

  /** @throws {InvalidInput} if it cannot be a path. */
  private pathOf(file: SourceFile, record: ImageRecord | undefined): string {
    if (record === undefined) return pathOf(file, this.layout, this.rules.path);
    return parseImagePath([this.rules.path, record.path].filter((part) => part !== '').join('/'));
  }

  private async imagesIn(path: string): Promise<KnownImages> {
    const known = this.known.get(path);
    if (known !== undefined) return await known;
    const reading = this.destination
      .imagesIn(path)
      .then(
        (found): KnownImages => new Map([...found].map(([sha256, id]) => [sha256, Promise.resolve({ id })])),
      );
    this.known.set(path, reading);
    return await reading;
  }
}
