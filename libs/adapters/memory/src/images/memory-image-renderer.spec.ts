import { describe, it } from '@jest/globals';
import { imageRendererContract, verify } from '@cairn/testkit';
import { MemoryImageRenderer } from './memory-image-renderer.js';

const open = async (): Promise<MemoryImageRenderer> => new MemoryImageRenderer();

describe('MemoryImageRenderer', () =>
  verify({
    contract: imageRendererContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'damaged pixels are Unrenderable': 'it decodes no pixels' },
  }));
