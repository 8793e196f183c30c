import { isCairnError, type ErrorKind, type Fault } from '@cairn/client';
import type { IconName } from '../styles/icons.ts';
import type { Texts } from '../i18n/en/texts.ts';

/** An error in the form that people see. */
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

/** Describes an error: what to do about it for the kinds that people can act on, otherwise the server's message. */
export function describe(error: unknown, texts: Texts): ShownFault {
  const { faults } = texts;
  if (!isCairnError(error)) return { icon: 'warning', ...faults.other, mayBeRetried: true };
  const { kind } = error;
  const icon = icons[kind] ?? 'warning';
  const mayBeRetried = !final.includes(kind);
  const known = kind in faults ? faults[kind as keyof typeof faults] : undefined;
  return { icon, ...(known ?? { title: faults.other.title, text: sentenceOf(error, texts) }), mayBeRetried };
}

/** The error in one sentence, or one for each fault of the input. */
export function sentenceOf(error: unknown, texts: Texts): string {
  const { faults, signIn } = texts;
  if (!isCairnError(error)) return faults.other.text;
  if (error.code === 'sign-in-not-recent') return signIn.again;
  if (error.kind === 'network' || error.kind === 'timeout') return faults.network.text;
  if (error.errors.length === 0) return translated(error, texts);
  return [...new Set(error.errors.map((fault) => faultSentenceOf(fault, texts)))].join(' ');
}

/** One fault of an input in one sentence. */
export function faultSentenceOf({ pointer, code, detail }: Fault, texts: Texts): string {
  const { faults, fields } = texts.errors;
  const fault = faults[code];
  if (fault === undefined) return translated({ code, detail }, texts);
  const [, name = ''] = pointer.split('/');
  const field = fields[name] ?? name;
  return `${field === '' ? '' : `${field}: `}${fault}.`;
}

function translated({ code, detail }: Pick<Fault, 'code' | 'detail'>, { errors }: Texts): string {
  return errors.byCode[code] ?? errors.refused(detail);
}
