import { MemoryImageProcessor, MemoryImageRenderer, MemoryMapPainter } from '@cairn/adapter-memory';
import { ImageProcessor, ImageRenderer } from '@cairn/images/spi';
import { allEnded } from '@cairn/kernel';
import { MapPainter } from '@cairn/maps/spi';
import { ContainerModule } from 'inversify';
import { NoMapPainter } from './no-map-painter.js';
import type { Watched } from './part.js';
import type { CustomImages, ImageSettings } from '../settings/application-settings.js';

/** The adapters that read and render images, by these settings. */
export async function imagesModule(
  settings: ImageSettings = { kind: 'sharp' },
  watched: Watched,
): Promise<ContainerModule> {
  const { processor, renderer, painter, close } = await openImages(settings, watched);
  return new ContainerModule(({ bind }) => {
    bind(ImageProcessor).toConstantValue(processor);
    bind(ImageRenderer)
      .toConstantValue(renderer)
      .onDeactivation(() => close?.());
    bind(MapPainter).toConstantValue(painter ?? new NoMapPainter());
  });
}

async function openImages(
  settings: ImageSettings,
  { queues, memory }: Watched,
): Promise<Omit<CustomImages, 'kind'>> {
  switch (settings.kind) {
    case 'sharp': {
      const { SharpImageProcessor, SharpImageRenderer, SharpMapPainter } =
        await import('@cairn/adapter-sharp');
      const renderer = new SharpImageRenderer(settings.renders);
      const processor = new SharpImageProcessor(settings.decodes, renderer);
      const painter = new SharpMapPainter(settings.maps);
      queues.watchAll({ renders: renderer, 'map-pictures': painter });
      memory.watch('render-processes', () => renderer.memory);
      for (const queue of processor.queues) queues.watch('decodes', queue);
      const close = async (): Promise<void> => await allEnded([renderer.close(), painter.close()]);
      return { processor, renderer, painter, close };
    }
    case 'memory':
      return {
        processor: new MemoryImageProcessor(),
        renderer: new MemoryImageRenderer(),
        painter: new MemoryMapPainter(),
      };
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
