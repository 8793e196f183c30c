import type { FailedWorkRepository, IdempotencyRepository, Outbox, UserJobRepository } from '@cairn/kernel';
import { repository } from '../sql/repository.js';
import { SqlOutbox } from './sql-outbox.js';
import { TypeOrmFailedWorkRepository } from './typeorm-failed-work-repository.js';
import { TypeOrmIdempotencyRepository } from './typeorm-idempotency-repository.js';
import { TypeOrmUserJobRepository } from './typeorm-user-job-repository.js';

export const kernelRepositories = {
  outbox: repository<Outbox>(SqlOutbox, {
    list: 'read',
    position: 'read',
    advance: 'write',
    extent: 'read',
    prune: 'write',
  }),
  failedWork: repository<FailedWorkRepository>(TypeOrmFailedWorkRepository, {
    save: 'write',
    find: 'read',
    list: 'read',
    count: 'read',
    remove: 'write',
    retry: 'write',
    renew: 'write',
    prune: 'write',
  }),
  idempotency: repository<IdempotencyRepository>(TypeOrmIdempotencyRepository, {
    claim: 'write',
    find: 'read',
    hold: 'write',
    noteBody: 'write',
    usage: 'read',
    keep: 'write',
    release: 'write',
    prune: 'write',
  }),
  userJobs: repository<UserJobRepository>(TypeOrmUserJobRepository, {
    add: 'write',
    get: 'read',
    list: 'read',
    claim: 'write',
    hold: 'write',
    advance: 'write',
    cancel: 'write',
    prune: 'write',
  }),
};
