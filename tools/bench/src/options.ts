import { parseArgs } from 'node:util';

/** Everything that can be measured, in the order of the table. */
export const subjects = ['uploads', 'files', 'not-modified', 'records', 'spaces', 'memory'] as const;

export type Subject = (typeof subjects)[number];

export interface Options {
  readonly only: readonly Subject[];
  /** How long a side is measured in one round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Where both sides keep their data; without one, the folder for temporary files. */
  readonly dir: string | undefined;
  /** Where CPU profiles of Cairn go, if any are taken. */
  readonly profile: string | undefined;
}

/** @throws {Error} that names the argument which cannot be used. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      dir: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  return {
    only: values.only?.split(',').map(parseSubject) ?? subjects,
    seconds: parsePositive('seconds', values.seconds),
    rounds: Math.ceil(parsePositive('rounds', values.rounds)),
    dir: values.dir,
    profile: values.profile,
  };
}

function parseSubject(text: string): Subject {
  const subject = subjects.find((candidate) => candidate === text);
  if (subject === undefined)
    throw new Error(`--only takes ${subjects.join(', ')}; '${text}' is none of them.`);
  return subject;
}

function parsePositive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0, not '${text}'.`);
  return value;
}
