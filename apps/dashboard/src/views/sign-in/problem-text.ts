import type { Texts } from '../../i18n/en/texts.ts';
import { textFor } from '../../i18n/text-for.ts';

/** The message for the problem code that a sign-in returned with; `undefined` without a code. */
export function problemText(code: string | null, { signInProblems }: Texts): string | undefined {
  return code === null ? undefined : (textFor(signInProblems, code) ?? signInProblems.other);
}
