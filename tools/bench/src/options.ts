import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';

/** The pairs of stores that Cairn is measured on. The first is Cairn's default and the one that thresholds apply to. */
export const pairs = ['sqlite+disk', 'postgres+s3'] as const;

export type StorePair = (typeof pairs)[number];

export interface Options {
  readonly only: readonly string[];
  /** Duration of one measurement in one round. */
  readonly seconds: number;
  readonly rounds: number;
  readonly stores: StorePair;
  /** Number of Cairn processes. More than one requires stores that nodes can share. */
  readonly nodes: number;
  /** Data folder of Cairn and the baselines. Defaults to the folder for temporary files. */
  readonly dir: string | undefined;
  /** Number of features that are imported. */
  readonly features: number;
  /** Number of photos that `photos` makes. */
  readonly photos: number;
  /** Whether `searches` and `maps` take less: one short round, with fewer features, and maps are moved for a minute. */
  readonly short: boolean;
  /** Folder for CPU profiles of Cairn; none are taken without it. */
  readonly profile: string | undefined;
}

/**
 * @param subjects Everything that can be measured.
 * @throws {Error} that names the invalid argument.
 */
export function parseOptions(args: readonly string[], subjects: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      stores: { type: 'string', default: pairs[0] },
      nodes: { type: 'string', default: '1' },
      dir: { type: 'string' },
      features: { type: 'string', default: '300000' },
      photos: { type: 'string', default: '100000' },
      short: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  });
  const stores = parseOneOf('stores', pairs, values.stores);
  const nodes = Math.ceil(parsePositive('nodes', values.nodes));
  if (stores === 'sqlite+disk' && nodes > 1)
    throw new Error('--nodes needs stores that several nodes can share: --stores postgres+s3.');
  if (stores !== 'sqlite+disk' && values.dir !== undefined)
    throw new Error('--dir is for sqlite+disk: servers keep their data in the folder that TMPDIR names.');
  const rounds = Math.ceil(parsePositive('rounds', values.short ? '1' : values.rounds));
  const chosen = [...positionals, ...(values.only?.split(',') ?? [])];
  return {
    only: chosen.length === 0 ? subjects : chosen.map((text) => parseOneOf('only', subjects, text)),
    seconds: parsePositive('seconds', values.seconds),
    rounds,
    stores,
    nodes,
    dir: values.dir,
    features: Math.ceil(parsePositive('features', values.features)),
    photos: Math.ceil(parsePositive('photos', values.photos)),
    short: values.short,
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

/** Whether a program can be started by its name. */
export const isOnPath = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
