import { describe, it } from '@jest/globals';
import { presetRepositoryContract, verify } from '@cairn/testkit';
import { MemoryPresetRepository } from './memory-preset-repository.js';

const open = async (): Promise<MemoryPresetRepository> => new MemoryPresetRepository();

describe('MemoryPresetRepository', () =>
  verify({
    contract: presetRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'presets are there after a restart': 'memory is not durable' },
  }));
