import type { FileImportReport } from '@cairn/api-schema';
import type { Texts } from '../../../i18n/en/texts.ts';

interface Language {
  readonly language: string;
  readonly number: (value: number) => string;
}

const KINDS = ['inserted', 'updated', 'unmodified', 'failed'] as const;
type Kind = (typeof KINDS)[number];

/** What an import would do, as lists of verbs: all of it, and what a button says; empty if that is nothing. */
export function changesIn(
  report: Pick<FileImportReport, Kind>,
  { changes }: Texts['dataFiles'],
  i18n: Language,
): { readonly all: string; readonly action: string } {
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  const said = (kinds: readonly Kind[]): string =>
    list.format(
      kinds
        .filter((kind) => report[kind] > 0)
        .map((kind) => changes[kind](report[kind], i18n.number(report[kind]))),
    );
  const action = said(['inserted', 'updated']);
  return { all: said(KINDS), action: action.charAt(0).toUpperCase() + action.slice(1) };
}
