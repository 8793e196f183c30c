import {
  Clock,
  UserJobNotFound,
  UserJobRepository,
  type ListedUserJob,
  type Page,
  type PageRequest,
  type PortsOf,
  type UserJob,
  parsePage,
} from '@cairn/kernel';

/** Jobs of an owner of one kind. */
export class UserJobs {
  static readonly ports = { jobs: UserJobRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof UserJobs.ports>) {}

  /** @throws {UserJobNotFound} */
  async get(owner: string, kind: string, id: string): Promise<UserJob> {
    const job = await this.ports.jobs.get(owner, id);
    if (job.kind !== kind) throw new UserJobNotFound();
    return job;
  }

  /** The latest first. */
  async list(owner: string, kind: string, page: PageRequest): Promise<Page<ListedUserJob>> {
    return await this.ports.jobs.list({ owner, kinds: [kind] }, parsePage(page));
  }

  /** Ends a job, unless it has ended. Its changes so far stay. @throws {UserJobNotFound} */
  async cancel(owner: string, kind: string, id: string): Promise<UserJob> {
    await this.get(owner, kind, id);
    return await this.ports.jobs.cancel(owner, id, this.ports.clock.now());
  }
}
