import { Map as MapLibre, NavigationControl, ScaleControl, type LngLatBoundsLike } from 'maplibre-gl';
import './maplibre.ts';
import { palette, watchPalette } from './palette.ts';
import { FEATURE_LAYERS, styleOf, type MapContent } from './style.ts';

/** Around a click, in pixels, so that fingers hit points too. */
const REACH = 6;

interface SpaceMapOptions {
  readonly container: HTMLElement;
  readonly content: MapContent;
  /** West, south, east, north; empty for the whole world. */
  readonly bounds: readonly number[];
  /** Called with the id of the feature that was clicked, or `undefined` beside all of them. */
  readonly onchoose: (id: string | undefined) => void;
}

/** A map of the world with the features of a space. */
export class SpaceMap {
  private readonly map: MapLibre;
  private readonly endWatch: () => void;
  private content: MapContent;

  constructor({ container, content, bounds, onchoose }: SpaceMapOptions) {
    this.content = content;
    this.map = new MapLibre({
      container,
      style: styleOf(content, palette()),
      ...startOf(bounds),
      attributionControl: false,
      dragRotate: false,
      maxZoom: 20,
      fadeDuration: 0,
    });
    this.map.touchZoomRotate.disableRotation();
    this.map.addControl(new NavigationControl({ showCompass: false }));
    this.map.addControl(new ScaleControl({ maxWidth: 90 }));
    this.map.on('click', ({ point: { x, y } }) => {
      const box: [[number, number], [number, number]] = [
        [x - REACH, y - REACH],
        [x + REACH, y + REACH],
      ];
      const layers = FEATURE_LAYERS.filter((id) => this.map.getLayer(id) !== undefined);
      const [hit] = this.map.queryRenderedFeatures(box, { layers }).reverse();
      const id: unknown = hit?.properties['id'];
      onchoose(typeof id === 'string' ? id : undefined);
    });
    for (const layer of FEATURE_LAYERS) {
      this.map.on('mouseenter', layer, () => (this.map.getCanvas().style.cursor = 'pointer'));
      this.map.on('mouseleave', layer, () => (this.map.getCanvas().style.cursor = ''));
    }
    this.endWatch = watchPalette(() => this.draw());
  }

  /** Shows other tiles, or another feature as chosen. */
  show(content: MapContent): void {
    if (content === this.content) return;
    this.content = content;
    this.draw();
  }

  private draw(): void {
    this.map.setStyle(styleOf(this.content, palette()));
  }

  /** Moves to a box. */
  fit(bounds: readonly number[]): void {
    const { bounds: box, fitBoundsOptions } = startOf(bounds);
    if (box !== undefined) this.map.fitBounds(box, fitBoundsOptions);
  }

  close(): void {
    this.endWatch();
    this.map.remove();
  }
}

function startOf([west, south, east, north]: readonly number[]): {
  readonly bounds?: LngLatBoundsLike;
  readonly center?: [number, number];
  readonly zoom?: number;
  readonly fitBoundsOptions: { padding: number; maxZoom: number };
} {
  const fitBoundsOptions = { padding: 40, maxZoom: 14 };
  if (west === undefined || south === undefined || east === undefined || north === undefined)
    return { center: [10, 25], zoom: 1, fitBoundsOptions };
  return { bounds: [west, south, east, north], fitBoundsOptions };
}
