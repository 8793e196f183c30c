import { GiveGrant, ManageGrants } from '@cairn/access';
import {
  ChangeAlbum,
  ChangeDetails,
  ChangeTaken,
  ChangeVisibility,
  CreateAlbum,
  DeleteImage,
  DeleteImages,
  EditTags,
  ReadAlbums,
  ReadImage,
  RecordUpload,
  UpdateImage,
  type Image,
  type PreparedUpload,
} from '@cairn/images';
import { BlobStore, type BlobArea } from '@cairn/images/spi';
import { NotInTransaction } from '@cairn/kernel';
import { CreateSpace, DeleteSpace, ReadSpace, UpdateSpace, WriteFeatures } from '@cairn/spaces';
import { FeatureAnalytics, FeatureMaintenance, FeatureStore } from '@cairn/spaces/spi';
import type { Container } from 'inversify';
import { EraseOwner } from '../erasure/erase-owner.js';
import { databasePorts, type DatabaseAdapters } from '../settings/database-ports.js';
import { isUseCase, type Token } from '../use-cases/wiring.js';

/** What may be done inside a transaction. Others keep something between calls, or need connections of their own. */
const joining: ReadonlySet<unknown> = new Set([
  ...[CreateSpace, ReadSpace, UpdateSpace, DeleteSpace, WriteFeatures],
  ...[ReadImage, UpdateImage, EditTags, ChangeVisibility, ChangeDetails, ChangeTaken],
  ...[DeleteImage, DeleteImages, RecordUpload],
  ...[CreateAlbum, ReadAlbums, ChangeAlbum, GiveGrant, ManageGrants, EraseOwner],
]);

/** Use cases over repositories in a transaction. They are made anew for it, and told of by nobody before it is committed. */
export class JoinedUseCases {
  private readonly uploads: NotedUploads;
  private readonly made = new Map<unknown, unknown>();

  constructor(
    private readonly container: Container,
    repositories: DatabaseAdapters,
  ) {
    for (const [name, port] of Object.entries(databasePorts))
      this.made.set(port, Reflect.get(repositories, name));
    for (const port of [FeatureStore, FeatureAnalytics, FeatureMaintenance])
      this.made.set(port, repositories.features);
    this.made.set(BlobStore, keepingBlobs(container.get(BlobStore)));
    this.uploads = this.construct(NotedUploads);
    this.made.set(RecordUpload, this.uploads);
  }

  /** The uploads that were recorded, or were to be. */
  get recorded(): readonly PreparedUpload[] {
    return this.uploads.recorded;
  }

  /** Returns the use case of this class. @throws {NotInTransaction} if it cannot be used inside a transaction. */
  get<T>(token: Token<T>): T {
    if (!joining.has(token)) throw new NotInTransaction(token.name);
    return this.resolve(token);
  }

  private resolve<T>(token: Token<T>): T {
    if (!this.made.has(token))
      this.made.set(token, isUseCase(token) ? this.construct(token) : this.container.get(token));
    return this.made.get(token) as T; // only `resolve` adds to it, by the class of what it adds
  }

  private construct<T>(useCase: Token<T> & { readonly ports: Readonly<Record<string, Token<object>>> }): T {
    const ports = Object.entries(useCase.ports).map(([name, port]) => [name, this.resolve(port)] as const);
    return Reflect.construct(useCase, [Object.fromEntries(ports)]) as T;
  }
}

class NotedUploads extends RecordUpload {
  readonly recorded: PreparedUpload[] = [];

  override async execute(upload: PreparedUpload): Promise<Image> {
    this.recorded.push(upload);
    return await super.execute(upload);
  }
}

/**
 * The store of image bytes, of which nothing is deleted: the transaction may yet be rolled back. What it removes for good, a consumer
 * of its events deletes.
 */
function keepingBlobs(blobs: BlobStore): BlobStore {
  const keeping = (area: BlobArea): BlobArea =>
    new Proxy(area, {
      get: (target, name): unknown => {
        if (name === 'delete') return async () => undefined;
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  return new Proxy(blobs, {
    get: (target, name): unknown => {
      if (name === 'area') return (area: Parameters<BlobStore['area']>[0]) => keeping(target.area(area));
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
