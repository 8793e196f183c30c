import { LastOwner } from '@cairn/access';
import { administers, ApiKeyRepository, UserRepository } from '@cairn/access/spi';
import { JOB_ID_LENGTH } from '@cairn/images';
import {
  Clock,
  IdGenerator,
  InvalidInput,
  UserJobNotFound,
  UserJobRepository,
  walk,
  type Page,
  type PageRequest,
  type PortsOf,
  parsePage,
} from '@cairn/kernel';
import {
  ERASURE_JOB,
  erasureOf,
  ERASURES,
  type ErasedAddresses,
  type ErasureRecord,
  type ErasureReport,
  type ErasureTask,
} from './erasure.js';

const MAX_OPEN = 10_000;
const KEYS_AT_ONCE = 1_000;

/** How to erase an owner. */
export interface ErasureRequest {
  readonly addresses: ErasedAddresses;
  /** The id by which the application knows the user who acts for this owner. Cairn's own users are found by their account. */
  readonly user?: string | undefined;
  /** The id of the erasure, random by default. If there is one with this id, that is the result. */
  readonly jobId?: string | undefined;
}

/**
 * Erases everything of an owner for good, in a job that goes on after a crash. That is images with their bytes, albums, spaces,
 * the trash, keys, links, grants, webhooks, jobs, audit entries, the account and its users. What others have stays, and forgets
 * who acted. First those who could write lose the right to. What comes in nevertheless is erased in a further pass.
 */
export class EraseOwner {
  static readonly ports = {
    jobs: UserJobRepository,
    users: UserRepository,
    keys: ApiKeyRepository,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof EraseOwner.ports>) {}

  /**
   * Begins it. An owner of whom there is nothing is erased as well.
   * @throws {InvalidInput} without an owner. {LastOwner} if nobody else administers Cairn. {UserJobLimitReached}
   */
  async execute(owner: string, { addresses, user, jobId }: ErasureRequest): Promise<ErasureRecord> {
    const { jobs, clock, ids } = this.ports;
    if (owner === ERASURES) throw InvalidInput.of('invalid-owner', 'An owner has a name.', '/owner');
    const known = jobId === undefined ? undefined : await this.find(jobId);
    if (known !== undefined) return known;
    const actors = await this.actorsOf(owner);
    if (user !== undefined) actors.add(`user:${user}`);
    const task: ErasureTask = { owner, actors: [...actors], addresses };
    const report: ErasureReport = { owner, erased: {}, unfinished: [] };
    const id = jobId ?? ids.next(JOB_ID_LENGTH);
    const job = {
      id,
      owner: ERASURES,
      kind: ERASURE_JOB,
      input: JSON.stringify(task),
      result: JSON.stringify(report),
      createdAt: clock.now(),
    };
    await jobs.add(job, MAX_OPEN);
    return erasureOf(await jobs.get(ERASURES, id));
  }

  private async find(id: string): Promise<ErasureRecord | undefined> {
    try {
      return erasureOf(await this.ports.jobs.get(ERASURES, id));
    } catch (error) {
      if (error instanceof UserJobNotFound) return undefined;
      throw error;
    }
  }

  /** The users and keys of an account. @throws {LastOwner} */
  private async actorsOf(owner: string): Promise<Set<string>> {
    const { users, keys, clock } = this.ports;
    const now = clock.now();
    const actors = new Set<string>();
    /** The accounts of those who administer. */
    const administering: string[] = [];
    for (const { id, accountId, role } of await users.list()) {
      if (accountId === owner) actors.add(`user:${id}`);
      if (role === 'owner') administering.push(accountId);
    }
    for await (const page of walk((after) => keys.list(undefined, { limit: KEYS_AT_ONCE, after })))
      for (const key of page) {
        if (key.accountId === owner) actors.add(`key:${key.id}`);
        if (administers(key, now)) administering.push(key.accountId);
      }
    if (administering.length > 0 && administering.every((accountId) => accountId === owner))
      throw new LastOwner();
    return actors;
  }
}

/** The erasures of the last seven days, and those that go on. */
export class Erasures {
  static readonly ports = { jobs: UserJobRepository };

  constructor(private readonly ports: PortsOf<typeof Erasures.ports>) {}

  /** @throws {UserJobNotFound} */
  async get(id: string): Promise<ErasureRecord> {
    return erasureOf(await this.ports.jobs.get(ERASURES, id));
  }

  /** The latest first. */
  async list(page: PageRequest): Promise<Page<ErasureRecord>> {
    const query = { owner: ERASURES, kinds: [ERASURE_JOB] };
    const { items, ...rest } = await this.ports.jobs.list(query, parsePage(page));
    return { ...rest, items: items.map(erasureOf) };
  }
}
