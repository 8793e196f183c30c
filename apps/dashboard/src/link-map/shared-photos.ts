import type { SharedImage, SharedImagePage } from '@cairn/api-schema';

const PER_PAGE = 1_000;

/** A picture with a position, as precise as the link allows. */
export type PlacedImage = SharedImage & { readonly position: NonNullable<SharedImage['position']> };

/** All pictures of a link that have a position. @throws {Error} if they cannot be loaded. */
export async function placedImages(address: string): Promise<readonly PlacedImage[]> {
  const placed: PlacedImage[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ limit: String(PER_PAGE), ...(cursor !== undefined && { cursor }) });
    const response = await fetch(`${address}?${query}`);
    if (!response.ok) throw new Error(`${response.status}`);
    const page = (await response.json()) as SharedImagePage;
    placed.push(...page.images.filter((image): image is PlacedImage => image.position !== undefined));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return placed;
}

/** Pictures that one marker stands for. */
export type Group = readonly [PlacedImage, ...PlacedImage[]];

/** Pictures closer than this on the map, in pixels, share a marker. */
const NEAR = 52;
const TILE = 512;

/** Groups pictures by squares of the map at this zoom. */
export function grouped(images: readonly PlacedImage[], zoom: number): readonly Group[] {
  const size = (TILE * 2 ** zoom) / NEAR;
  const groups = new Map<string, [PlacedImage, ...PlacedImage[]]>();
  for (const image of images) {
    const { longitude, latitude } = image.position;
    const sine = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180);
    const x = Math.floor((longitude / 360 + 0.5) * size);
    const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size);
    const group = groups.get(`${x} ${y}`);
    if (group === undefined) groups.set(`${x} ${y}`, [image]);
    else group.push(image);
  }
  return [...groups.values()];
}

/** Whether zooming in cannot separate the pictures. */
export const isOnePlace = ([first, ...others]: Group): boolean =>
  others.every(
    ({ position }) =>
      position.longitude === first.position.longitude && position.latitude === first.position.latitude,
  );
