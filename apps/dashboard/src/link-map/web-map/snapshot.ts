import type { Map as MapLibre } from 'maplibre-gl';

/** What the map shows now, in the pixels of the screen. */
export function pixelsOf(map: MapLibre): HTMLCanvasElement {
  const shown = map.getCanvas();
  const copy = document.createElement('canvas');
  [copy.width, copy.height] = [shown.width, shown.height];
  map.redraw(); // its buffer is empty once it was on the screen
  copy.getContext('2d')?.drawImage(shown, 0, 0);
  return copy;
}

/** Who the data are from, which must stand beside every picture of the map. */
export const creditsOf = (map: MapLibre): string =>
  map.getContainer().querySelector('.maplibregl-ctrl-attrib-inner')?.textContent ?? '';

const STRIP = 28;

/** A picture of what the map shows, with its title and its credits below. */
export async function pictureOf(map: MapLibre, title: string): Promise<Blob | null> {
  const pixels = pixelsOf(map);
  const scale = pixels.width / map.getContainer().clientWidth;
  const picture = document.createElement('canvas');
  [picture.width, picture.height] = [pixels.width, pixels.height + 2 * STRIP * scale];
  const context = picture.getContext('2d');
  if (context === null) return null;
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, picture.width, picture.height);
  context.drawImage(pixels, 0, STRIP * scale);
  context.fillStyle = color;
  context.textBaseline = 'middle';
  const room = picture.width - 16 * scale;
  const strips = [
    { weight: 600, size: 15, text: title, middle: STRIP / 2 },
    { weight: 400, size: 12, text: creditsOf(map), middle: pixels.height / scale + STRIP * 1.5 },
  ];
  for (const { weight, size, text, middle } of strips) {
    context.font = `${weight} ${size * scale}px ${fontFamily}`;
    context.fillText(text, 8 * scale, middle * scale, room);
  }
  return await new Promise((resolve) => picture.toBlob(resolve, 'image/png'));
}

/** While the page is printed, a picture stands in place of the map, whose canvas would be empty, with its credits. */
export function printed(map: MapLibre, place: HTMLElement): void {
  const image = document.createElement('img');
  const credits = document.createElement('p');
  [image.className, credits.className, image.alt] = ['printed', 'printed', ''];
  addEventListener('beforeprint', () => {
    image.src = pixelsOf(map).toDataURL();
    credits.textContent = creditsOf(map);
    place.append(image, credits);
  });
  addEventListener('afterprint', () => {
    for (const each of [image, credits]) each.remove();
  });
}
