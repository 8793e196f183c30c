/** The width and height of a small picture, in CSS pixels. */
const SIDE = 48;

let turn: Promise<void> = Promise.resolve();

/** Draws a file small, when it is its turn: large pictures decoded at once would take all memory of a phone. */
export function drawSmall(file: File, canvas: HTMLCanvasElement): void {
  const side = SIDE * Math.min(2, devicePixelRatio);
  Object.assign(canvas, { width: side, height: side });
  turn = turn.then(() => draw(file, canvas)).catch(() => undefined); // not every browser decodes every type
}

async function draw(file: File, canvas: HTMLCanvasElement): Promise<void> {
  if (!canvas.isConnected) return;
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  const side = Math.min(width, height);
  const [left, top] = [(width - side) / 2, (height - side) / 2];
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
  picture.close();
}
