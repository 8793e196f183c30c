import { describe, it } from '@jest/globals';
import { idGeneratorContract, verify } from '@cairn/testkit';
import { RandomIdGenerator } from './random-id-generator.js';

const open = async (): Promise<RandomIdGenerator> => new RandomIdGenerator();

describe('RandomIdGenerator', () =>
  verify({ contract: idGeneratorContract, subject: { open, reopen: open }, it }));
