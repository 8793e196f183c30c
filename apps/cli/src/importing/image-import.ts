import { createHash } from 'node:crypto';
import { cleanPhotoDetails, cleanTags, FileName, parseImagePath, VISIBILITIES } from '@cairn/images';
import { NO_SETTINGS, type ImageRecord } from '../transfer/image-record.js';
import { pathOf, type Layout } from './layout.js';
import { Refused } from '../transfer/refused.js';
import type { Destination, FoundImage, KnownBytes, NewImage } from './destinations/destination.js';
import type { Facts } from './sidecars/facts.js';
import { readBeside } from './sidecars/read-beside.js';
import { orientationOf } from '../transfer/embedded.js';
import { editIn, settingsIn } from './sidecars/own-facts.js';
import { readFile } from './sources/read-file.js';
import type { SourceFile } from './sources/source.js';

/** A file is held in memory while it is sent. By default servers accept less than this. */
const MAX_IMAGE_BYTES = 256 * 1024 * 1024;

/** How images are imported. */
export interface ImageRules {
  /** Prefix of every path; empty for none. In the form of `parseImagePath`. */
  readonly path: string;
  /** Added to every image. */
  readonly tags: readonly string[];
  readonly foldersAsTags: boolean;
  /** By default, the visibility in the record of an export, or else that of the folder. */
  readonly visibility: string | undefined;
  readonly isDryRun: boolean;
}

interface Imported {
  readonly outcome: 'added' | 'there' | 'restored';
  /** Absent in a dry run, which stores nothing. */
  readonly id?: string;
  /** Sentences about data that is stored differently from the source. */
  readonly notes?: readonly string[];
}

/** An image as it is stored, with notes about differences from the source. */
interface Prepared {
  readonly image: NewImage;
  readonly notes: readonly string[];
}

/**
 * Images of a folder that were asked for, or are being stored, by the SHA-256 of their bytes; `undefined` if the
 * destination does not have it, or storing it has failed.
 */
type KnownImages = Map<string, Promise<Known | undefined>>;

/** An image at the destination; without an identifier in a dry run. */
interface Known {
  readonly id?: string;
  /** The first file with its bytes: for that one, it was taken out of the trash. */
  readonly restoredFor?: SourceFile;
}

/** Imports the images of a source, each once. */
export class ImageImport {
  private readonly known = new Map<string, KnownImages>();
  /** The new ids of images by their ids in an export. */
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly layout: Layout,
    private readonly destination: Destination,
    private readonly rules: ImageRules,
  ) {}

  /** The ids at the destination of the given images of an export, in order. Images that are not there are left out. */
  idsOf(former: readonly string[]): readonly string[] {
    return [...new Set(former.flatMap((id) => this.ids.get(id) ?? []))];
  }

  /** The given images of an export that are not at the destination. */
  missingOf(former: readonly string[]): readonly string[] {
    return former.filter((id) => !this.ids.has(id));
  }

  /** @throws {Refused} {InvalidInput} with the reason why the file cannot be imported. */
  async execute(file: SourceFile): Promise<Imported> {
    if (file.refused !== undefined) throw new Refused(file.refused);
    const bytes = await readFile(file, MAX_IMAGE_BYTES);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { facts, record: found, notes } = await readBeside(file, this.layout);
    const record = found?.sha256 === sha256 ? found : undefined;
    const path = this.pathOf(file, record);
    const orientation = facts.shown && (await orientationOf(bytes));
    const read = { file, path, bytes, orientation, facts, record, notes };
    const images = this.imagesIn(path);
    const kept = record && (await this.destination.findImage(record.former.id));
    if (kept !== undefined) {
      const known = await this.restored(kept, file);
      return this.end({ outcome: outcomeOf(known, file), id: kept.id }, record);
    }
    // If ids are kept, an image of an export is identified by its id, because the account may have had the same bytes
    // twice.
    const isToldById = record !== undefined && this.destination.keepsIds;
    if (!isToldById && !images.has(sha256)) this.ask(images, { sha256, path, file });
    for (let same = images.get(sha256); same !== undefined && !isToldById; same = images.get(sha256)) {
      const there = await same;
      if (there !== undefined) {
        const { settings } = this.prepared(read).image;
        await this.addTags(there.id, record === undefined ? (settings.tags ?? []) : []);
        const found = there.id === undefined ? {} : { id: there.id };
        return this.end({ outcome: outcomeOf(there, file), ...found }, record);
      }
    }
    const adding = this.add(this.prepared(read));
    // Of several files with the same bytes and path, one is sent and the others wait for it.
    const stored = ({ id }: Imported): Known => (id === undefined ? {} : { id });
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
    readonly orientation: number | undefined;
    readonly facts: Facts;
    readonly record: ImageRecord | undefined;
    readonly notes: readonly string[];
  }): Prepared {
    const { file, path, bytes, orientation, facts, record } = read;
    const { rules } = this;
    const folders = rules.foldersAsTags ? path.split('/') : [];
    const recorded = record?.settings ?? NO_SETTINGS;
    const { tags, notes: changes } = cleanTags(recorded.tags ?? facts.tags, [...rules.tags, ...folders]);
    const former = VISIBILITIES.find((one) => one === recorded.visibility);
    const isUnknown =
      recorded.visibility !== undefined && former === undefined && rules.visibility === undefined;
    const { own } = facts;
    const image = {
      name: FileName.clean(record?.former.fileName ?? file.name),
      path,
      settings: {
        ...recorded,
        ...(record === undefined && { ...cleanPhotoDetails(facts), ...settingsIn(own) }),
        tags,
        // The record has an unknown visibility. Whoever wrote it may not have wanted everybody to see the image.
        visibility: rules.visibility ?? former ?? (isUnknown ? 'private' : undefined),
      },
      bytes,
      facts,
      edit: record === undefined ? editIn(facts, orientation) : record.former.edit,
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

  /** @throws {InvalidInput} if the result is not a valid path. */
  private pathOf(file: SourceFile, record: ImageRecord | undefined): string {
    if (record === undefined) return pathOf(file, this.layout, this.rules.path);
    return parseImagePath([this.rules.path, record.path].filter((part) => part !== '').join('/'));
  }

  private imagesIn(path: string): KnownImages {
    const known: KnownImages = this.known.get(path) ?? new Map<string, Promise<undefined>>();
    this.known.set(path, known);
    return known;
  }

  /** Asks the destination once for the bytes. If it does not have them, whoever asked first sends them. */
  private ask(images: KnownImages, { file, ...asked }: KnownBytes & { readonly file: SourceFile }): void {
    const asking = this.destination.findBytes(asked).then(async (found) => {
      if (found === undefined) images.delete(asked.sha256);
      return found && (await this.restored(found, file));
    });
    images.set(asked.sha256, asking);
  }

  /** Takes an image out of the trash, if it is there. */
  private async restored({ id, inTrash }: FoundImage, file: SourceFile): Promise<Known> {
    if (inTrash && !this.rules.isDryRun) await this.destination.restore(id);
    return { id, ...(inTrash && { restoredFor: file }) };
  }

  /** The tags of a file whose bytes are there, as somebody may have chosen them for this import. */
  private async addTags(id: string | undefined, tags: readonly string[]): Promise<void> {
    if (id !== undefined && tags.length > 0 && !this.rules.isDryRun) await this.destination.addTags(id, tags);
  }
}

const outcomeOf = ({ restoredFor }: Known, file: SourceFile): Imported['outcome'] =>
  restoredFor === file ? 'restored' : 'there';
