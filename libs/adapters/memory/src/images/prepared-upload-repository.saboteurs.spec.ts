import type { PreparedUploadRepository } from '@cairn/images/spi';
import {
  later,
  preparedUploadRepositoryContract,
  sabotaged,
  verifyFails,
  type Saboteurs,
} from '@cairn/testkit';
import { describe, it } from '@jest/globals';
import { MemoryPreparedUploadRepository } from './memory-prepared-upload-repository.js';

const open = async (): Promise<PreparedUploadRepository> => new MemoryPreparedUploadRepository();

const isThere = async (prepared: PreparedUploadRepository, key: string): Promise<boolean> =>
  (await prepared.list({ before: Infinity, limit: 100 })).some(({ blobKey }) => blobKey === key);

const saboteurs: Saboteurs<PreparedUploadRepository, typeof preparedUploadRepositoryContract> = {
  'a prepared blob is taken once, and then is there no more': (prepared) =>
    sabotaged(prepared, { take: async (key) => await isThere(prepared, key) }),
  'a blob that was given up is never taken, and may be given up again until it is removed': (prepared) =>
    sabotaged(prepared, {
      take: async (key) => {
        const found = await isThere(prepared, key);
        await prepared.remove(key);
        return found;
      },
    }),
  'of a take and a give-up at once, one has the blob': (prepared) =>
    sabotaged(prepared, {
      take: async (key) => {
        const found = await isThere(prepared, key);
        await later();
        return found && ((await prepared.take(key)) || true);
      },
    }),
  'those prepared before a time and those given up are listed by ascending key, with all that is known': (
    prepared,
  ) =>
    sabotaged(prepared, {
      list: async (request) =>
        (await prepared.list(request)).filter(({ preparedAt }) => preparedAt < request.before),
    }),
  'prepared blobs, and which were given up, are there after a restart': (prepared) => prepared,
};

describe('the contract of prepared upload repositories', () =>
  verifyFails({
    contract: preparedUploadRepositoryContract,
    subject: { open, reopen: open },
    saboteurs,
    it,
  }));
