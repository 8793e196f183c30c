import { GrantRepository } from '@cairn/access/spi';
import type { BoundingBox } from '@cairn/geometry';
import type { PortsOf } from '@cairn/kernel';
import { readerCaller, type Caller } from '@cairn/spaces';
import { MapLayerGone, MapLayerNotFound } from '../errors.js';
import { getMap, mapPorts } from '../map/find-map.js';
import { openSpace } from '../map/share-spaces.js';
import type { MapKey } from '../map/web-map.js';
import { RecentAnswers } from '../recent-answers.js';
import { layerPorts, OpenedLayer } from './opened-layer.js';

/** Layers with a filter whose bounds are kept. */
const KEPT_BOUNDS = 1_000;

/** Who reads a layer. */
export interface LayerReader {
  /** Rights on spaces that the reader has besides the map. */
  readonly caller?: Caller | undefined;
  /** The name by which readers take turns, such as the network of a stranger. */
  readonly holder?: string | undefined;
}

/** Opens a layer of a map for those who may read the map. They read its space by it, and only what it shows. */
export class OpenLayer {
  static readonly ports = { ...mapPorts, ...layerPorts, grants: GrantRepository };

  private readonly bounds = new RecentAnswers<BoundingBox | undefined>(KEPT_BOUNDS);

  constructor(private readonly ports: PortsOf<typeof OpenLayer.ports>) {}

  /** @throws {MapNotFound} {MapLayerNotFound} {MapLayerGone} */
  async execute(key: MapKey, layerId: string, { caller, holder }: LayerReader = {}): Promise<OpenedLayer> {
    const map = await getMap(this.ports, key);
    const layer = map.layers.find(({ id }) => id === layerId);
    if (layer === undefined) throw new MapLayerNotFound();
    const space = await openSpace(this.ports, { map, layer, reader: caller });
    if (space === undefined) throw new MapLayerGone();
    return new OpenedLayer({ ...this.ports, bounds: this.bounds }, layer, { ...readerCaller(space), holder });
  }
}
