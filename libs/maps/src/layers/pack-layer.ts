import type { PortsOf } from '@cairn/kernel';
import { PackTiles, type PackedTiles } from '@cairn/spaces';
import type { LayerPacking } from './layer-queries.js';
import type { OpenedLayer } from './opened-layer.js';

/** Packs the tiles of a whole layer into one file, for who has opened it. */
export class PackLayer {
  static readonly ports = { packing: PackTiles };

  constructor(private readonly ports: PortsOf<typeof PackLayer.ports>) {}

  /**
   * As `PackTiles` makes it; nothing once it is cancelled.
   * @throws {MapLayerGone} {InvalidInput} for what the style does not draw. {StorageFull} {StorageUnavailable}
   */
  async execute(layer: OpenedLayer, wanted: LayerPacking): Promise<PackedTiles | undefined> {
    return await layer.pack(this.ports.packing, wanted);
  }
}
