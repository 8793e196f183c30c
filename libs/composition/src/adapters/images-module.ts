import { MemoryImageProcessor, MemoryImageRenderer } from '@cairn/adapter-memory';
import { ImageProcessor, ImageRenderer } from '@cairn/images/spi';
import { ContainerModule } from 'inversify';
import type { CustomImages, ImageSettings } from '../settings/application-settings.js';

/** The adapters that read and render images, by these settings. */
export async function imagesModule(settings: ImageSettings = { kind: 'sharp' }): Promise<ContainerModule> {
  const { processor, renderer, close } = await openImages(settings);
  return new ContainerModule(({ bind }) => {
    bind(ImageProcessor).toConstantValue(processor);
    bind(ImageRenderer)
      .toConstantValue(renderer)
      .onDeactivation(() => close?.());
  });
}

async function openImages(settings: ImageSettings): Promise<Omit<CustomImages, 'kind'>> {
  switch (settings.kind) {
    case 'sharp': {
      const { SharpImageProcessor, SharpImageRenderer } = await import('@cairn/adapter-sharp');
      const renderer = new SharpImageRenderer(settings.renders);
      const processor = new SharpImageProcessor(settings.decodes, renderer);
      return { processor, renderer, close: async () => renderer.close() };
    }
    case 'memory':
      return { processor: new MemoryImageProcessor(), renderer: new MemoryImageRenderer() };
    case 'custom':
      return settings;
  }
}

/**
 * When sharp is loaded, disables in the whole process what libvips has and Cairn does not use: for a process of your
 * own.
 */
export async function restrictLibvipsWhenLoaded(): Promise<void> {
  const sharp = await import('@cairn/adapter-sharp');
  sharp.restrictLibvipsWhenLoaded();
}
