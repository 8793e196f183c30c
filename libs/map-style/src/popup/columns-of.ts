import type { Popup, PopupField } from '../model/popup.js';
import { popupOf } from './popup-of.js';

interface Told {
  readonly popup?: Popup | undefined;
  /** The properties that are columns of the layer's table. */
  readonly table?: readonly string[] | undefined;
}

/** A feature in a table. */
export interface TableRow {
  /** By its popup, else its id. */
  readonly title: string;
  /** As text, never HTML; empty for what the feature does not have. */
  readonly cells: readonly string[];
}

/**
 * The columns of the table of a layer, called as in its popup. If it names none, all properties that it shows, but for the
 * one that is the title.
 */
export function columnsOf({ popup, table = [] }: Told, shown: Iterable<string>): readonly PopupField[] {
  const known = new Map((popup?.fields ?? []).map((field) => [field.property, field]));
  const others = [...shown].filter((property) => popup?.title !== `{${property}}`);
  const properties = table.length > 0 ? table : others;
  return properties.map((property) => known.get(property) ?? { property });
}

/** What a table tells of a feature. */
export function rowOf(
  { id, properties }: { readonly id: string; readonly properties: Readonly<Record<string, unknown>> },
  { popup = {}, columns }: Pick<Told, 'popup'> & { readonly columns: readonly PopupField[] },
): TableRow {
  return {
    title: popupOf(popup, properties).title ?? id,
    cells: columns.map((column) => popupOf({ fields: [column] }, properties).fields[0]?.value ?? ''),
  };
}
