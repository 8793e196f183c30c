import { tick } from 'svelte';

interface Grid {
  readonly size: () => { readonly rows: number; readonly columns: number };
  /** How many rows Page Down goes down. */
  readonly pageRows: () => number;
  /** Scrolls to a row, so that it is drawn. */
  readonly reveal: (row: number) => void;
  readonly find: (row: number, column: number) => HTMLElement | undefined;
}

/** How a row was chosen. */
export interface Choice {
  readonly byKeyboard: boolean;
  /** Whether one wants to see the feature on the map, rather than the cell that was clicked. */
  readonly seesMap: boolean;
}

/** Which cell of a grid has the focus, or gets it by Tab, and which one is being edited. */
export class GridFocus {
  row = $state(0);
  column = $state(0);
  /** The id of the edited feature and the index of its column. */
  editing = $state.raw<{ readonly id: string; readonly column: number }>();

  constructor(private readonly grid: Grid) {}

  get place(): { readonly row: number; readonly column: number } {
    return { row: this.row, column: this.column };
  }

  /** Whether Tab leads to the cell. */
  isHere(row: number, column: number): boolean {
    return row === Math.min(this.row, this.grid.size().rows - 1) && column === this.column;
  }

  /** Handles the keys that move between cells. */
  press(event: KeyboardEvent): void {
    const cell = event.target instanceof Element ? event.target.closest('[data-cell]') : null;
    if (cell === null || event.altKey || event.metaKey) return;
    const [row = 0, column = 0] = (cell.getAttribute('data-cell') ?? '').split(':').map(Number);
    const { rows, columns } = this.grid.size();
    const next = this.nextOf(event, { row, column });
    if (next === undefined) return;
    event.preventDefault();
    const clamped = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));
    void this.moveTo(clamped(next.row, rows), clamped(next.column, columns));
  }

  async moveTo(row: number, column: number): Promise<void> {
    [this.row, this.column] = [row, column];
    this.grid.reveal(row);
    await tick();
    const cell = this.grid.find(row, column);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  private nextOf(
    { key, ctrlKey }: KeyboardEvent,
    { row, column }: { readonly row: number; readonly column: number },
  ): { readonly row: number; readonly column: number } | undefined {
    switch (key) {
      case 'ArrowDown':
        return { row: row + 1, column };
      case 'ArrowUp':
        return { row: row - 1, column };
      case 'ArrowRight':
        return { row, column: column + 1 };
      case 'ArrowLeft':
        return { row, column: column - 1 };
      case 'PageDown':
        return { row: row + this.grid.pageRows(), column };
      case 'PageUp':
        return { row: row - this.grid.pageRows(), column };
      case 'Home':
        return ctrlKey ? { row: 0, column: 0 } : { row, column: 0 };
      case 'End':
        return ctrlKey ? { row: Infinity, column: Infinity } : { row, column: Infinity };
      default:
        return undefined;
    }
  }
}
