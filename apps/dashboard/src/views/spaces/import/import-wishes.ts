import type {
  FileImportProgress,
  FileImportReport,
  FilePreview,
  ImportProgressView,
  ImportSummary,
} from '@cairn/api-schema';
import { faultSentenceOf } from '../../../api/faults.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import type { ReadingChoices } from './reading/file-reading.svelte.ts';
import type { Refused } from './refused-features.ts';

export const repeatedIdRules = ['stop', 'last', 'number'] as const;
export type RepeatedIdRule = (typeof repeatedIdRules)[number];
export const brokenRules = ['refuse', 'keep'] as const;
export type BrokenRule = (typeof brokenRules)[number];

/** The space of an import. */
export interface Target {
  readonly id: string;
  readonly title: string;
  /** Whether the space was made for the file. It is removed if the file is refused. */
  readonly isNew?: boolean;
}

/** How a file is imported. */
export interface ImportWishes {
  readonly choices: ReadingChoices;
  /** Absent if the server cannot give one. */
  readonly preview?: FilePreview | undefined;
  readonly broken: BrokenRule;
  readonly repeatedIds: RepeatedIdRule;
}

/** What was not imported, by its line, row or number in the file, from 1. */
export interface LineFault {
  readonly line: number;
  readonly reason: string;
  /** Where its text is in the file, if that is known. */
  readonly text?: Refused;
}

/** What is told of an import, whichever way it takes. */
export type Counts = FileImportProgress | FileImportReport | ImportProgressView | ImportSummary;

export const faultOf = (refused: Refused): LineFault => ({
  line: refused.position + 1,
  reason: faultSentenceOf({ ...refused, detail: refused.message }, i18n.t),
  text: refused,
});

export function storedIn(counts: Counts | undefined): number {
  const { inserted = 0, updated = 0, unmodified = 0, merged = 0 } = counts ?? {};
  return inserted + updated + unmodified + merged;
}
