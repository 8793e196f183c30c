import { isCairnError, type Feature } from '@cairn/client';
import type { PagedList } from '../../../api/paged-list.svelte.ts';
import { attempt } from '../../../components/attempt.ts';
import { toasts } from '../../../api/toasts.svelte.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import { cellText } from './cell-value.ts';
import { asRow, writeCell, type ChangedCell } from './write-cell.ts';

interface Options {
  readonly spaceId: string;
  readonly list: PagedList<Feature>;
  /** Called after the change was taken back. */
  readonly onchanged: () => void;
}

/** Says what was changed in a cell, and takes it back. */
export class CellUndo {
  private last: ChangedCell | undefined;
  private dismiss: (() => void) | undefined;

  constructor(private readonly options: Options) {}

  tell(changed: ChangedCell): void {
    const { table } = i18n.t;
    const { name, value } = changed;
    this.last = changed;
    this.dismiss?.();
    const text = value === null ? table.emptied(name) : table.saved(name, cellText(value, i18n.language));
    this.dismiss = toasts.show(text, { action: { text: table.undo, run: () => void this.run() } });
  }

  /** Takes back the last change, if it has not been taken back. */
  readonly run = async (): Promise<void> => {
    const { last } = this;
    if (last === undefined) return;
    this.last = undefined;
    this.dismiss?.();
    await attempt(() => this.restore(last));
  };

  private async restore({ name, before, written }: ChangedCell): Promise<void> {
    const { spaceId, list, onchanged } = this.options;
    const { table } = i18n.t;
    try {
      const { feature } = await writeCell(spaceId, written, { name, value: before });
      list.replace(asRow(feature));
      toasts.show(table.undone(name));
    } catch (error) {
      if (!isCairnError(error, 'conflict', 'not-found')) throw error;
      toasts.show(table.notUndone(name), { kind: 'error' });
    }
    onchanged();
  }
}
