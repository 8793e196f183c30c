import { isCairnError, type ErrorKind } from '@cairn/client';
import type { IconName } from '../components/icons.ts';
import type { Texts } from '../i18n/i18n.svelte.ts';

/** An error as it is shown to people. */
export interface ShownFault {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly mayBeRetried: boolean;
}

const icons: Partial<Record<ErrorKind, IconName>> = {
  network: 'offline',
  timeout: 'offline',
  forbidden: 'lock',
  unauthorized: 'lock',
  'not-found': 'search',
};

const final: readonly ErrorKind[] = ['forbidden', 'not-found', 'invalid'];

/** What to say of an error: of the kinds that people can do something about what that is, else what the server said. */
export function describe(error: unknown, { faults }: Texts): ShownFault {
  if (!isCairnError(error)) return { icon: 'warning', ...faults.other, mayBeRetried: true };
  const { kind, detail } = error;
  const icon = icons[kind] ?? 'warning';
  const mayBeRetried = !final.includes(kind);
  const known = kind in faults ? faults[kind as keyof typeof faults] : undefined;
  return { icon, ...(known ?? { title: faults.other.title, text: detail }), mayBeRetried };
}

/** The error in one sentence. */
export function sentenceOf(error: unknown, { faults, signIn }: Texts): string {
  if (!isCairnError(error)) return faults.other.text;
  if (error.code === 'sign-in-not-recent') return signIn.again;
  return error.kind === 'network' || error.kind === 'timeout' ? faults.network.text : error.detail;
}
