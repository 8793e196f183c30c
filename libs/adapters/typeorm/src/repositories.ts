import type { OwnerTraces, Queue, Trash } from '@cairn/kernel';
import type { FeaturePorts } from '@cairn/spaces/spi';
import { accessRepositories } from './access/access-repositories.js';
import { TypeOrmAccountOpening } from './access/typeorm-account-opening.js';
import { SqlOwnerTraces } from './erasure/sql-owner-traces.js';
import { contributionRepositories } from './contributions/contribution-repositories.js';
import { imagesRepositories } from './images/images-repositories.js';
import { kernelRepositories } from './kernel/kernel-repositories.js';
import { mapsRepositories } from './maps/maps-repositories.js';
import { spacesRepositories } from './spaces/spaces-repositories.js';
import type { Database } from './sql/database.js';
import { repository, type Access, type Repository } from './sql/repository.js';
import { SqlTrash } from './trash/sql-trash.js';
import { webhooksRepositories } from './webhooks/webhooks-repositories.js';

/** Every port, what implements it, and how each of its methods is executed. */
const repositories = {
  ...accessRepositories,
  ...imagesRepositories,
  ...contributionRepositories,
  ...spacesRepositories,
  ...mapsRepositories,
  ...kernelRepositories,
  ...webhooksRepositories,
  trash: repository<Trash>(SqlTrash, {
    list: 'read',
    find: 'read',
    purge: 'write',
    purgeExpired: 'write',
    findOverfull: 'read',
    purgeExcess: 'write',
  }),
  ownerTraces: repository<OwnerTraces>(SqlOwnerTraces, { count: 'read', erase: 'write' }),
  openings: repository<Pick<TypeOrmAccountOpening, 'add'>>(TypeOrmAccountOpening, { add: 'write' }),
};

/** Repositories whose methods are all simple calls. */
export type SimpleRepositories = {
  readonly [Name in keyof typeof repositories]: ReturnType<(typeof repositories)[Name]['open']>;
};

/** Every repository of a relational database. Each database stores features in its own way. */
export interface Repositories extends SimpleRepositories {
  readonly features: FeaturePorts;
}

/** How each method of each repository is executed. */
export type RepositoryCalls = Readonly<Record<keyof typeof repositories, Readonly<Record<string, Access>>>>;

/** An open database with its repositories. */
export interface RelationalStore {
  readonly repositories: Repositories;
  /** What waits for a thread or a connection, for those who watch it. */
  readonly queues: Readonly<Record<string, Queue>>;
  /** Resolves when the database can be read and written. @throws {StorageUnavailable} {StorageFull} */
  check(): Promise<void>;
  /** Waits for pending work and closes the database. A second call waits for the first. */
  close(): Promise<void>;
}

const each = <T>(of: (one: Repository<object>) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries<Repository<object>>(repositories).map(([name, one]) => [name, of(one)]));

/**
 * All repositories except the features. The cast is safe: `repositories` has each member with the port of its name, which
 * `Object.entries` forgets.
 */
export const repositoriesOver = (database: Database): SimpleRepositories =>
  each(({ open }) => open(database)) as unknown as SimpleRepositories;

/** The main thread asks another one for it: with the repositories it would load TypeORM. */
export const repositoryCalls = (): RepositoryCalls => each(({ calls }) => calls) as RepositoryCalls;
