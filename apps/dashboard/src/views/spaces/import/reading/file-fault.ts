import { isCairnError } from '@cairn/client';
import { sentenceOf } from '../../../../api/faults.ts';
import type { Texts } from '../../../../i18n/en/texts.ts';

/** An error about a file in a sentence. Where a file is damaged is told by the server alone, in English. */
export function fileFault(error: unknown, texts: Texts): string {
  const sentence = sentenceOf(error, texts);
  const isOwn = isCairnError(error) && error.code === 'unreadable-file' && !sentence.includes(error.detail);
  return isOwn ? `${sentence} (${error.detail})` : sentence;
}
