import { afterAll } from '@jest/globals';
import { SharpImageRenderer, type RenderLimits } from './sharp-image-renderer.js';

const opened: SharpImageRenderer[] = [];

/** Opens a renderer that is closed after all tests of the file. */
export function openRenderer(limits?: RenderLimits): SharpImageRenderer {
  const renderer = new SharpImageRenderer(limits);
  opened.push(renderer);
  return renderer;
}

afterAll(async () => {
  for (const renderer of opened) await renderer.close();
});
