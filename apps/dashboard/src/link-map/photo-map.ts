import { LngLatBounds, Marker, type Map as MapLibre } from 'maplibre-gl';
import { onBaseMap } from '../views/spaces/map/base-map.ts';
import { boundsOf } from '../views/spaces/map/geometry-bounds.ts';
import { openMap } from '../views/spaces/map/open-map.ts';
import { watchPalette } from '../views/spaces/map/palette.ts';
import './map.css';
import type { MapOfPhotos } from './shared-map.ts';
import { grouped, isOnePlace, placedImages, type Group, type PlacedImage } from './shared-photos.ts';

/** Nearer, the pictures of one place do not part. */
const MAX_ZOOM = 14;
const FIRST_ZOOM = 8;

/** Shows where the pictures of a link were taken. */
export async function showPhotos(element: MapOfPhotos): Promise<void> {
  const images = await placedImages(element.dataset.images);
  const coordinates = images.map(({ position }) => [position.longitude, position.latitude] as const);
  const bounds = boundsOf({ type: 'MultiPoint', coordinates });
  if (bounds === undefined) element.textContent = element.dataset.empty;
  else new PhotoMap(element, images, new LngLatBounds([...bounds]));
}

class PhotoMap {
  private readonly map: MapLibre;
  private readonly here = document.createElement('ul');
  private markers: readonly Marker[] = [];

  constructor(
    private readonly element: MapOfPhotos,
    private readonly images: readonly PlacedImage[],
    bounds: LngLatBounds,
  ) {
    const container = document.createElement('div');
    this.here.className = 'here';
    element.replaceChildren(container, this.here);
    this.map = openMap({
      container,
      texts: { ends: element.dataset.ends },
      style: onBaseMap({ sources: {}, layers: [] }),
      bounds,
      fitBoundsOptions: { padding: 60, maxZoom: FIRST_ZOOM },
      maxZoom: MAX_ZOOM,
    });
    watchPalette(() => this.map.setStyle(onBaseMap({ sources: {}, layers: [] })));
    this.map.on('moveend', () => this.draw());
    this.draw();
  }

  /** Draws only the pictures in view, because a link can have thousands. */
  private draw(): void {
    const bounds = this.map.getBounds();
    for (const marker of this.markers) marker.remove();
    this.markers = grouped(this.images, this.map.getZoom()).flatMap((group) => {
      const { longitude, latitude } = group[0].position;
      const turns = [-360, 0, 360].filter((turn) => bounds.contains([longitude + turn, latitude]));
      return turns.map((turn) =>
        new Marker({ element: this.markerOf(group) }).setLngLat([longitude + turn, latitude]).addTo(this.map),
      );
    });
  }

  private markerOf(group: Group): HTMLElement {
    const [image] = group;
    if (group.length === 1) return this.linkTo(image);
    const button = document.createElement('button');
    button.append(thumbnailOf(image), String(group.length));
    button.ariaLabel = this.element.dataset.several.replace('{count}', String(group.length));
    button.addEventListener('click', () => this.enter(group));
    return button;
  }

  /** Zooms in until the pictures separate, or lists those that do not. */
  private enter(group: Group): void {
    if (isOnePlace(group) || this.map.getZoom() >= MAX_ZOOM) {
      this.here.replaceChildren(...group.map((image) => itemWith(this.linkTo(image))));
      this.here.querySelector('a')?.focus();
      return;
    }
    const bounds = new LngLatBounds();
    for (const { position } of group) bounds.extend([position.longitude, position.latitude]);
    this.map.fitBounds(bounds, { padding: 60, maxZoom: MAX_ZOOM });
  }

  /** A link to the page of a picture. If the picture is on this page, the link opens it as a click there does. */
  private linkTo(image: PlacedImage): HTMLAnchorElement {
    const link = document.createElement('a');
    link.href = this.element.dataset.picture.replace('{id}', image.id);
    link.append(thumbnailOf(image));
    link.ariaLabel = image.name;
    link.addEventListener('click', (event) => {
      const links = document.querySelectorAll<HTMLAnchorElement>('.grid a');
      const shown = [...links].find(({ href }) => href === link.href);
      if (shown === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      shown.click();
    });
    return link;
  }
}

/** The sizes that every link allows. */
function thumbnailOf({ file }: PlacedImage): HTMLImageElement {
  const picture = new Image();
  picture.src = `${file}?w=320&format=jpeg`;
  picture.alt = '';
  return picture;
}

function itemWith(link: HTMLAnchorElement): HTMLLIElement {
  const item = document.createElement('li');
  item.append(link);
  return item;
}
