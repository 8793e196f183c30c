import { describe, it } from '@jest/globals';
import { imageProcessorContract, verify } from '@cairn/testkit';
import { MemoryImageProcessor } from './memory-image-processor.js';

const open = async (): Promise<MemoryImageProcessor> => new MemoryImageProcessor();

describe('MemoryImageProcessor', () =>
  verify({
    contract: imageProcessorContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'an image whose pixels are damaged or missing is UndecodableImage': 'it decodes no pixels' },
  }));
