import { parseArgs } from 'node:util';
import { pairs, type Pair } from './stores.js';

/** Everything that can be measured, in the order of the table. */
export const subjects = ['uploads', 'files', 'not-modified', 'records', 'spaces', 'memory'] as const;

export type Subject = (typeof subjects)[number];

export interface Options {
  readonly only: readonly Subject[];
  /** Duration of one measurement in one round. */
  readonly seconds: number;
  readonly rounds: number;
  readonly stores: Pair;
  /** Number of Cairn processes. More than one requires stores that nodes can share. */
  readonly nodes: number;
  /** Data folder of Cairn and the baselines. Defaults to the folder for temporary files. */
  readonly dir: string | undefined;
  /** Folder for CPU profiles of Cairn; none are taken without it. */
  readonly profile: string | undefined;
}

/** @throws {Error} that names the invalid argument. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      stores: { type: 'string', default: pairs[0] },
      nodes: { type: 'string', default: '1' },
      dir: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  const stores = parseOneOf('stores', pairs, values.stores);
  const nodes = Math.ceil(parsePositive('nodes', values.nodes));
  if (stores === 'sqlite+disk' && nodes > 1)
    throw new Error('--nodes needs stores that several nodes can share: --stores postgres+s3.');
  if (stores !== 'sqlite+disk' && values.dir !== undefined)
    throw new Error('--dir is for sqlite+disk: servers keep their data in the folder that TMPDIR names.');
  return {
    only: values.only?.split(',').map((text) => parseOneOf('only', subjects, text)) ?? subjects,
    seconds: parsePositive('seconds', values.seconds),
    rounds: Math.ceil(parsePositive('rounds', values.rounds)),
    stores,
    nodes,
    dir: values.dir,
    profile: values.profile,
  };
}

function parseOneOf<T extends string>(name: string, values: readonly T[], text: string): T {
  const value = values.find((candidate) => candidate === text);
  if (value === undefined)
    throw new Error(`--${name} takes ${values.join(', ')}; '${text}' is none of them.`);
  return value;
}

function parsePositive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0, not '${text}'.`);
  return value;
}
