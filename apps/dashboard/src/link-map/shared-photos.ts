import type { SharedImage, SharedImagePage } from '@cairn/api-schema';

const PER_PAGE = 1_000;

/** A picture with a place: as exact as the link tells it. */
export type PlacedImage = SharedImage & { readonly position: NonNullable<SharedImage['position']> };

/** All pictures of a link that have a place. @throws {Error} when they do not come. */
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

/** So near on the map, in pixels, pictures share a marker. */
const NEAR = 52;
const TILE = 512;

/** Pictures by the squares of the map at this zoom that they are in. */
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

/** Whether nothing is gained by looking nearer. */
export const isOnePlace = ([first, ...others]: Group): boolean =>
  others.every(
    ({ position }) =>
      position.longitude === first.position.longitude && position.latitude === first.position.latitude,
  );
