import { describe, it } from '@jest/globals';
import { imageProcessorContract, verify } from '@cairn/testkit';
import { SharpImageProcessor } from './sharp-image-processor.js';

const open = async (): Promise<SharpImageProcessor> => new SharpImageProcessor();

describe('SharpImageProcessor', () =>
  verify({ contract: imageProcessorContract, subject: { open, reopen: open }, it }));
