import type { Application } from '@cairn/composition';
import { addressOf, CreateAlbum, ListImages, ReadAlbums, UploadImage, type Image } from '@cairn/images';
import { CatalogRepository } from '@cairn/images/spi';
import { DomainError, Trash, type TrashKind } from '@cairn/kernel';
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
import { allOf } from '../../transfer/pages.js';
import {
  Refused,
  type Destination,
  type NewAlbum,
  type NewImage,
  type NewSpace,
  type SpaceCounts,
} from './destination.js';
import { isUnfinished, settingsOf, unfinished } from './unfinished.js';

const PAGE = 1_000;

/** The stores themselves, in one account: ids, times and addresses of an export are kept. */
export class StoreDestination implements Destination {
  readonly keepsIds = true;
  private readonly caller: Caller;

  constructor(
    private readonly application: Pick<Application, 'get'>,
    private readonly owner: string,
  ) {
    this.caller = ownerCaller({ owner });
  }

  async imagesIn(path: string): Promise<ReadonlyMap<string, string>> {
    const list = this.application.get(ListImages);
    const found = new Map<string, string>();
    const images = allOf(async (after: Parameters<typeof list.execute>[2]['after']) => {
      const page = await list.execute(this.owner, { path, depth: 'own' }, { limit: PAGE, after });
      return { items: page.images, next: page.next };
    });
    for await (const { id, file, description } of images)
      for (const sha256 of [file.sha256, description?.uploadSha256 ?? file.sha256]) found.set(sha256, id);
    return found;
  }

  async hasImage(id: string): Promise<boolean> {
    return (await this.application.get(CatalogRepository).find(this.owner, [id])).length > 0;
  }

  async addImage({ bytes, facts, record, ...details }: NewImage): Promise<string> {
    if (record !== undefined) await this.assertNotInTrash('image', record.former.id);
    const former =
      record && (await this.isElsewhere(details.path, record.former)) ? undefined : record?.former;
    const metadata = record === undefined ? undefined : 'keep';
    const given = {
      ...details,
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
    if (isKept) await this.assertNotInTrash('album', id);
    const former = isKept ? { id, createdAt, updatedAt, coverId } : undefined;
    const adding = this.application
      .get(CreateAlbum)
      .execute(this.owner, { ...album, imageIds: images, former });
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
      if (!isUnfinished(there.description)) return undefined;
      await application.get(DeleteSpace).execute(caller, id);
    }
    const first = {
      ...rest,
      id,
      title,
      description: unfinished(description),
      settings: given(settings, 'first'),
    };
    await orRefused(application.get(CreateSpace).execute(caller, first));
    const rule = { onExists: 'replace', onNotExists: 'create', onConflict: 'replace' } as const;
    const report = await orRefused(
      application.get(ImportFeatures).execute(caller, id, { bytes: features, rule, assumesType: true }),
    );
    if (report.end.kind === 'failed') throw report.end.error;
    if (report.end.kind !== 'complete')
      throw new Refused(`Its features end at ${report.read}: it is no GeoJSON from there on.`);
    await application
      .get(UpdateSpace)
      .execute(caller, id, { description, settings: given(settings, 'last') });
    return { stored: report.inserted + report.updated + report.unchanged, failed: report.failed };
  }

  /** With the id of an entry of the trash, it could not be deleted, nor that be restored. @throws {Refused} */
  private async assertNotInTrash(kind: TrashKind, id: string): Promise<void> {
    const entries = await this.application.get(Trash).find(this.owner, [id]);
    if (entries.some((entry) => entry.kind === kind))
      throw new Refused(`The ${kind} ${id} is in the trash: restore it, or delete it there for good.`);
  }

  /** Whether another account has the image: its id is taken then. */
  private async isElsewhere(
    path: string,
    { id, fileName }: Pick<Image, 'id' | 'fileName'>,
  ): Promise<boolean> {
    const file = await this.application.get(CatalogRepository).findFile(addressOf({ path, fileName }));
    return file?.imageId === id;
  }

  private async hasAlbum(id: string): Promise<boolean> {
    return await isThere(this.application.get(ReadAlbums).execute({ owner: this.owner, id }));
  }

  private async spaceOf(id: string): Promise<Awaited<ReturnType<SpaceRepository['get']>> | undefined> {
    const reading = this.application.get(SpaceRepository).get(id);
    return (await isThere(reading)) ? await reading : undefined;
  }
}

/** @throws what `reading` throws, but for errors that say that nothing is there. */
async function isThere(reading: Promise<unknown>): Promise<boolean> {
  try {
    await reading;
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code.endsWith('-not-found')) return false;
    throw error;
  }
}

/** After these, what comes next fails too. */
const FATAL = /^(?:storage-|quota-exceeded|feature-quota)/;

async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError && !FATAL.test(error.code))
      throw new Refused(error.message, { cause: error });
    throw error;
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function given(
  settings: NewSpace['settings'],
  when: 'first' | 'last',
): NonNullable<SpaceRequest['settings']> {
  // They come from JSON, and the domain refuses every member that is not as it should be.
  return settingsOf(settings, when) as NonNullable<SpaceRequest['settings']>;
}
