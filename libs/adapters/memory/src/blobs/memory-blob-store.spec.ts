import { describe, it } from '@jest/globals';
import { blobStoreContract, verify } from '@cairn/testkit';
import { MemoryBlobStore } from './memory-blob-store.js';

const open = async (): Promise<MemoryBlobStore> => new MemoryBlobStore({ now: () => Date.now() });

describe('MemoryBlobStore', () =>
  verify({
    contract: blobStoreContract,
    subject: { open, reopen: open },
    it,
    waivers: {
      'another adapter over the same storage finds what was committed, and that alone':
        'memory is not durable',
      'another adapter over the same storage finds each area as it was': 'memory is not durable',
      'another adapter over the same storage finds what is quarantined, and restores it':
        'memory is not durable',
      'another adapter over the same storage finds the marker and the key': 'memory is not durable',
    },
  }));
