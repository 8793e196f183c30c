import type { Texts } from '../../i18n/en/texts.ts';

/** The message for the problem code that a sign-in returned with; `undefined` without a code. */
export function problemText(code: string | null, { signInProblems }: Texts): string | undefined {
  if (code === null) return undefined;
  return Object.hasOwn(signInProblems, code)
    ? signInProblems[code as keyof typeof signInProblems]
    : signInProblems.other;
}
