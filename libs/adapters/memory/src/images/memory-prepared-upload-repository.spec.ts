import { preparedUploadRepositoryContract, verify } from '@cairn/testkit';
import { describe, it } from '@jest/globals';
import { MemoryPreparedUploadRepository } from './memory-prepared-upload-repository.js';

const open = async (): Promise<MemoryPreparedUploadRepository> => new MemoryPreparedUploadRepository();

describe('MemoryPreparedUploadRepository', () =>
  verify({
    contract: preparedUploadRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: {
      'prepared blobs, and which were given up, are there after a restart': 'memory is not durable',
    },
  }));
