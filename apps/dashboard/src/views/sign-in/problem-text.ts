import type { Texts } from '../../i18n/en/texts.ts';

/** What to say of the problem that a sign-in came back with; `undefined` without one. */
export function problemText(code: string | null, { signInProblems }: Texts): string | undefined {
  if (code === null) return undefined;
  return Object.hasOwn(signInProblems, code)
    ? signInProblems[code as keyof typeof signInProblems]
    : signInProblems.other;
}
