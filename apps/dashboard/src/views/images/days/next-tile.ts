/** The link of the photo that an arrow key leads to from the one that has the focus. */
export function nextTile(box: HTMLElement, { key, target }: KeyboardEvent): HTMLElement | undefined {
  const from = target instanceof Element ? target.closest<HTMLElement>('[data-tile]') : null;
  if (from === null || !['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'].includes(key)) return undefined;
  const tiles = [...box.querySelectorAll<HTMLElement>('[data-tile]')];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const next = step === undefined ? nearest(tiles, from, key) : tiles[tiles.indexOf(from) + step];
  return next?.querySelector<HTMLElement>('a') ?? undefined;
}

/** The photo of the row below or above that is nearest to another one. */
function nearest(tiles: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  const here = from.getBoundingClientRect();
  const middle = here.left + here.width / 2;
  const beyond = tiles
    .map((tile) => ({ tile, rect: tile.getBoundingClientRect() }))
    .filter(({ rect }) => (key === 'ArrowDown' ? rect.top >= here.bottom : rect.bottom <= here.top));
  const distance = (rect: DOMRect): number => Math.abs(rect.top - here.top);
  const row = Math.min(...beyond.map(({ rect }) => distance(rect)));
  const off = (rect: DOMRect): number => Math.abs(rect.left + rect.width / 2 - middle);
  return beyond
    .filter(({ rect }) => distance(rect) - row < 1)
    .sort((one, other) => off(one.rect) - off(other.rect))[0]?.tile;
}
