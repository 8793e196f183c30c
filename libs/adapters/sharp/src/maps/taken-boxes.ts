import type { Box } from './canvas.js';

/** Width and height of the cells that boxes are looked up by. */
const CELL = 64;
const COLUMNS = 4_096;

/** Where labels and icons are already. */
export class TakenBoxes {
  private readonly cells = new Map<number, Box[]>();

  isFree(box: Box): boolean {
    return cellsOf(box).every((cell) => this.cells.get(cell)?.every((taken) => !meet(taken, box)) ?? true);
  }

  take(box: Box): void {
    for (const cell of cellsOf(box)) {
      const taken = this.cells.get(cell) ?? [];
      this.cells.set(cell, taken);
      taken.push(box);
    }
  }
}

const meet = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

function cellsOf({ left, top, right, bottom }: Box): readonly number[] {
  const cells: number[] = [];
  for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row += 1)
    for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column += 1)
      cells.push(row * COLUMNS + column);
  return cells;
}
