import { parseArgs } from 'node:util';
import { BLOCK } from './features/generated-features.js';
import { pairs, type Pair } from './stores.js';

/** What is measured in responses per second. */
const rateSubjects = [
  ...(['uploads', 'files', 'not-modified', 'records', 'spaces'] as const),
  ...(['feature', 'bbox', 'tiles', 'unchanged-tiles'] as const),
  ...(['hot-image', 'render-jpeg', 'render-webp', 'render-avif'] as const),
] as const;

/** What else is measured, of rendering and of the geodata hub. */
export const hubSubjects = [
  ...(['rendering', 'hub-import', 'hub-paging', 'hub-growth', 'hub-beside', 'hub-clusters'] as const),
  ...(['hub-tiles', 'hub-maps'] as const),
] as const;

/** Everything that can be measured, in the order of the tables. */
const subjects = [...rateSubjects, 'memory', ...hubSubjects] as const;

export type RateSubject = (typeof rateSubjects)[number];
export type HubSubject = (typeof hubSubjects)[number];
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
  /** Number of features that are imported. */
  readonly features: number;
  /** Number of features that a space grows to, a multiple of `BLOCK`. */
  readonly growth: number;
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
      features: { type: 'string', default: '300000' },
      growth: { type: 'string', default: '1000000' },
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
    features: Math.ceil(parsePositive('features', values.features)),
    growth: parseWholeBlocks('growth', values.growth),
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

/** Of whole blocks it is known how many features are in a box. */
function parseWholeBlocks(name: string, text: string): number {
  const value = parsePositive(name, text);
  if (value % BLOCK !== 0) throw new Error(`--${name} takes a multiple of ${BLOCK}, not '${text}'.`);
  return value;
}
