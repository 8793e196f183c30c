import { createHash } from 'node:crypto';
import type { Application } from '@cairn/composition';
import { CreateAlbum, EditTags, FindKnownFiles, ReadAlbums, RestoreImage, UploadImage } from '@cairn/images';
import { AlbumRepository, CatalogRepository } from '@cairn/images/spi';
import { DomainError, Trash } from '@cairn/kernel';
import {
  CreateSpace,
  DeleteSpace,
  ImportFeatures,
  ownerCaller,
  UpdateSpace,
  type Caller,
  type SpaceRequest,
} from '@cairn/spaces';
import { SpaceRepository } from '@cairn/spaces/spi';
import { Refused } from '../../transfer/refused.js';
import {
  endsImport,
  type Destination,
  type FoundImage,
  type KnownBytes,
  type NewAlbum,
  type NewImage,
  type NewSpace,
  type SpaceCounts,
  firstSettings,
  isUnfinished,
  lastSettings,
} from './destination.js';

const ignore = (): void => undefined;

/** Of an id. */
const ID_LENGTH = 22;

/** The stores themselves, in one account. Ids, times and addresses of an export are kept. */
export class StoreDestination implements Destination {
  readonly keepsIds = true;
  private readonly caller: Caller;
  /** The last image with these bytes that is being stored, by their SHA-256. */
  private readonly sending = new Map<string, Promise<void>>();

  constructor(
    private readonly application: Pick<Application, 'get'>,
    private readonly owner: string,
  ) {
    this.caller = ownerCaller({ owner });
  }

  async findBytes({ sha256, path }: KnownBytes): Promise<FoundImage | undefined> {
    const { known } = await this.application.get(FindKnownFiles).execute(this.owner, { hashes: [sha256] });
    return known.get(sha256)?.find((file) => file.path === path); // those in the trash are last
  }

  async restore(id: string): Promise<void> {
    await orRefused(this.application.get(RestoreImage).execute(this.owner, id));
  }

  async addTags(id: string, tags: readonly string[]): Promise<void> {
    await orRefused(this.application.get(EditTags).execute(this.owner, [id], { add: tags, remove: [] }));
  }

  async findImage(formerId: string): Promise<FoundImage | undefined> {
    const ids = [formerId, this.ownId(formerId)];
    const [image] = await this.application.get(CatalogRepository).find(this.owner, ids);
    if (image !== undefined) return { id: image.id, inTrash: false };
    const entries = await this.application.get(Trash).find(this.owner, ids);
    const entry = entries.find(({ kind }) => kind === 'image');
    return entry && { id: entry.id, inTrash: true };
  }

  /** Images of an export with the same bytes are stored one after another, so that they share them. */
  async addImage(image: NewImage): Promise<string> {
    const { record } = image;
    if (record === undefined) return await this.upload(image);
    const before = this.sending.get(record.sha256) ?? Promise.resolve();
    const sending = before.then(() => this.upload(image));
    const settled = sending.then(ignore, ignore);
    this.sending.set(record.sha256, settled);
    try {
      return await sending;
    } finally {
      if (this.sending.get(record.sha256) === settled) this.sending.delete(record.sha256);
    }
  }

  private async upload({ bytes, facts, record, settings, ...details }: NewImage): Promise<string> {
    const catalog = this.application.get(CatalogRepository);
    const former = record && { ...record.former, id: await this.newId(record.former.id, catalog) };
    const metadata = record?.metadata;
    const given = {
      ...details,
      ...settings,
      metadata,
      facts: { capturedAt: facts.capturedAt, position: facts.position },
      former,
    };
    const uploading = this.application.get(UploadImage).execute({
      owner: this.owner,
      bytes: inOnePiece(bytes),
      details: () => Promise.resolve(given),
    });
    return (await orRefused(uploading)).id;
  }

  async addAlbum({ id, images, createdAt, updatedAt, coverId, ...album }: NewAlbum): Promise<boolean> {
    const isKept = id !== undefined && createdAt !== undefined && updatedAt !== undefined;
    if (isKept && (await this.hasAlbum(id))) return false;
    const albums = this.application.get(AlbumRepository);
    const former = isKept ? { id: await this.newId(id, albums), createdAt, updatedAt } : undefined;
    const adding = this.application
      .get(CreateAlbum)
      .execute(this.owner, { ...album, coverId, imageIds: images, former });
    await orRefused(adding);
    return true;
  }

  async addSpace(
    { id, title, description, settings, format: _, ...rest }: NewSpace,
    features: AsyncIterable<Uint8Array>,
  ): Promise<SpaceCounts | undefined> {
    const { application, caller } = this;
    const there = await this.spaceOf(id);
    if (there !== undefined) {
      if (there.owner !== this.owner) throw new Refused(`Another account has a space ${id}.`);
      if (!isUnfinished(there.settings.client)) return undefined;
      await application.get(DeleteSpace).execute(caller, id);
    }
    const first = {
      ...rest,
      id,
      title,
      description,
      settings: given(firstSettings(settings)),
    };
    await orRefused(application.get(CreateSpace).execute(caller, first));
    const rule = { onExists: 'replace', onNotExists: 'create', onConflict: 'replace' } as const;
    const report = await orRefused(
      application.get(ImportFeatures).execute(caller, id, { bytes: features, rule, assumesType: true }),
    );
    if (report.end.kind === 'failed') throw report.end.error;
    if (report.end.kind !== 'complete')
      throw new Refused(`Its features end at ${report.read}: it is no GeoJSON from there on.`);
    const last = { settings: given(lastSettings(settings)) };
    await orRefused(application.get(UpdateSpace).execute(caller, id, last));
    return { stored: report.inserted + report.updated + report.unchanged, failed: report.failed };
  }

  /**
   * The id of something new that had this id in an export: the same id or, if another account has it, a different one
   * that is always the same. An id of an entry in the trash is refused: the new thing could not be deleted, and the
   * entry could not be restored.
   * @throws {Refused}
   */
  private async newId(formerId: string, taken: Pick<CatalogRepository, 'takenIds'>): Promise<string> {
    const own = this.ownId(formerId);
    const [entry] = await this.application.get(Trash).find(this.owner, [formerId, own]);
    if (entry !== undefined)
      throw new Refused(
        `The ${entry.kind} ${entry.id} is in the trash: restore it, or delete it there for good.`,
      );
    return (await taken.takenIds([formerId])).length === 0 ? formerId : own;
  }

  /** The account's id for something whose id in an export belongs to another account. */
  private ownId(formerId: string): string {
    return createHash('sha256').update(`${this.owner} ${formerId}`).digest('hex').slice(0, ID_LENGTH);
  }

  private async hasAlbum(id: string): Promise<boolean> {
    const albums = this.application.get(ReadAlbums);
    for (const one of [id, this.ownId(id)])
      if (await isThere(albums.execute({ owner: this.owner, id: one }))) return true;
    return false;
  }

  private async spaceOf(id: string): Promise<Awaited<ReturnType<SpaceRepository['get']>> | undefined> {
    const reading = this.application.get(SpaceRepository).get(id);
    return (await isThere(reading)) ? await reading : undefined;
  }
}

/** @throws the errors of `reading`, except those for a missing thing. */
async function isThere(reading: Promise<unknown>): Promise<boolean> {
  try {
    await reading;
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code.endsWith('-not-found')) return false;
    throw error;
  }
}

async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError && !endsImport(error.code))
      throw new Refused(error.message, { cause: error });
    throw error;
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The cast is safe enough: the settings come from JSON, and the domain rejects every invalid member. */
const given = (settings: NewSpace['settings']): NonNullable<SpaceRequest['settings']> =>
  settings as NonNullable<SpaceRequest['settings']>;
