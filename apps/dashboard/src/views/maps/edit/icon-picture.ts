import { at } from '../../../api/base-path.ts';

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Sprite {
  readonly places: Readonly<Record<string, Place>>;
  readonly image: HTMLImageElement;
}

/** The pictures of icons are distances to their outlines (SDF): from this alpha on is inside. */
const EDGE = 192;
/** How wide the outline is smoothed, in alpha. */
const SOFT = 24;

let loading: Promise<Sprite> | undefined;

async function load(): Promise<Sprite> {
  const response = await fetch(at('/ground/sprite@2x.json'));
  if (!response.ok) throw new Error(`${response.status}`);
  const image = new Image();
  image.src = at('/ground/sprite@2x.png');
  const [places] = await Promise.all([response.json() as Promise<Sprite['places']>, image.decode()]);
  return { places, image };
}

/** Draws an icon of the sprite in the color of the canvas's text. An unknown icon, or one that cannot be loaded, is nothing. */
export async function drawIcon(canvas: HTMLCanvasElement, name: string): Promise<void> {
  loading ??= load();
  const sprite = await loading.catch(() => (loading = undefined));
  const place = sprite?.places[name];
  const context = canvas.getContext('2d');
  if (sprite === undefined || place === undefined || context === null || !canvas.isConnected) return;
  const { x, y, width, height } = place;
  [canvas.width, canvas.height] = [width, height];
  context.drawImage(sprite.image, x, y, width, height, 0, 0, width, height);
  const picture = context.getImageData(0, 0, width, height);
  const { data } = picture;
  for (let index = 3; index < data.length; index += 4)
    data[index] = Math.max(0, Math.min(1, ((data[index] ?? 0) - EDGE) / SOFT + 0.5)) * 255;
  context.putImageData(picture, 0, 0);
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = getComputedStyle(canvas).color;
  context.fillRect(0, 0, width, height);
}
