import { afterAll } from '@jest/globals';
import { SharpImageRenderer, type RenderLimits } from './sharp-image-renderer.js';

const opened: SharpImageRenderer[] = [];

/** Opens a renderer that is closed when the tests of the file are over. */
export function openRenderer(limits?: RenderLimits): SharpImageRenderer {
  const renderer = new SharpImageRenderer(limits);
  opened.push(renderer);
  return renderer;
}

afterAll(async () => {
  for (const renderer of opened) await renderer.close();
});
