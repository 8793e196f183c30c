import { InvalidInput } from '@cairn/kernel';
import type { ClusteredProperty, Clustering } from '@cairn/spaces';
import { decodeText, type HubParameters } from './hub-parameters.js';
import { pathOf } from './property-filter.js';
import { collectFaults } from './collect-faults.js';

const PREFIX = 'clustering.';
/** Accepted for compatibility: nothing is left out with any of them. */
const SAMPLINGS = ['off', 'low', 'lowmed', 'med', 'medhigh', 'high'];
/** Accepted for compatibility: counts are exact with all of them. */
const COUNT_MODES = ['real', 'estimated', 'mixed', 'bool'];

const WEIGHTINGS = ['none', 'area'];

const keys = {
  hexbin: [
    'absoluteResolution',
    'resolution',
    'relativeResolution',
    'property',
    'weighting',
    'pointmode',
    'singlecoord',
    'sampling',
  ],
  quadbin: [
    'absoluteResolution',
    'resolution',
    'relativeResolution',
    'property',
    'weighting',
    'noBuffer',
    'countmode',
  ],
} as const;

/** Reads `clustering` and `clustering.…`. @throws {InvalidInput} with all faults. */
export function parseClustering(parameters: HubParameters): Clustering | undefined {
  const word = parameters.text('clustering');
  if (word === undefined) return undefined;
  const kind = word.toLowerCase();
  if (kind !== 'hexbin' && kind !== 'quadbin')
    throw InvalidInput.of('unknown-clustering', '`clustering` must be hexbin or quadbin.');
  const known: readonly string[] = keys[kind];
  const unknown = parameters
    .names(PREFIX)
    .filter((name) => !known.some((key) => `${PREFIX}${key}`.toLowerCase() === name));
  InvalidInput.throwIfAny(
    unknown.map((name) => ({
      pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      code: 'unknown-clustering-key',
      detail: `Clustering by ${kind} has the keys ${known.map((key) => PREFIX + key).join(', ')}.`,
    })),
  );
  return kind === 'hexbin' ? hexbin(parameters) : quadbin(parameters);
}

/** Rejects `clustering` for operations that do not support it. @throws {InvalidInput} */
export function assertNotClustered(parameters: HubParameters): void {
  if (parameters.text('clustering') !== undefined)
    throw InvalidInput.of('no-clustering', 'Features are clustered in a `bbox` and in a `tile` only.');
}

function hexbin(parameters: HubParameters): Clustering {
  const read = readersOf(parameters);
  const given = collectFaults({
    absoluteResolution: () => read.integer('absoluteResolution', [0, 18]),
    resolution: () => read.integer('resolution', [0, 18]),
    relativeResolution: () => read.integer('relativeResolution', [-2, 2]),
    property: () => read.property('property'),
    weighting: () => read.weighting('weighting'),
    isPoint: () => read.flag('pointmode'),
    isFirst: () => read.flag('singlecoord'),
    sampling: () => read.word('sampling', SAMPLINGS),
  });
  return {
    kind: 'hexbin',
    relativeResolution: given.relativeResolution,
    property: given.property,
    weighting: given.weighting,
    absoluteResolution: given.absoluteResolution ?? given.resolution,
    geometry: given.isPoint ? 'centre' : 'outline',
    position: given.isFirst ? 'first' : 'middle',
  };
}

function quadbin(parameters: HubParameters): Clustering {
  const read = readersOf(parameters);
  const given = collectFaults({
    absoluteResolution: () => read.integer('absoluteResolution', [0, 18]),
    resolution: () => read.integer('resolution', [0, 4]),
    relativeResolution: () => read.integer('relativeResolution', [0, 4]),
    property: () => read.property('property'),
    weighting: () => read.weighting('weighting'),
    isTouching: () => read.flag('noBuffer'),
    mode: () => read.word('countmode', COUNT_MODES),
  });
  return {
    kind: 'quadbin',
    absoluteResolution: given.absoluteResolution,
    property: given.property,
    weighting: given.weighting,
    relativeResolution: given.relativeResolution ?? given.resolution,
    outline: given.isTouching ? 'touching' : 'apart',
    count: given.mode === 'bool' ? 'any' : 'exact',
  };
}

/** Readers of `clustering.…`. A value of the wrong type is a fault. */
function readersOf(parameters: HubParameters) {
  const text = (key: string): string | undefined => parameters.text(PREFIX + key);
  const wrong = (key: string, need: string): InvalidInput =>
    new InvalidInput([
      {
        pointer: `/${PREFIX}${key}`,
        code: 'invalid-clustering',
        detail: `\`${PREFIX}${key}\` must be ${need}.`,
      },
    ]);
  const word = (key: string, words: readonly string[]): string | undefined => {
    const given = text(key)?.toLowerCase();
    if (given === undefined || words.includes(given)) return given;
    throw wrong(key, `one of ${words.join(', ')}`);
  };
  return {
    word,
    flag: (key: string): boolean => word(key, ['true', 'false']) === 'true',
    integer: (key: string, [least, most]: readonly [number, number]): number | undefined => {
      const given = text(key);
      if (given === undefined) return undefined;
      const number = /^[+-]?\d{1,3}$/.test(given) ? Number(given) : NaN;
      if (number >= least && number <= most) return number;
      throw wrong(key, `a whole number between ${least} and ${most}`);
    },
    weighting: (key: string): 'area' | undefined => {
      if (word(key, WEIGHTINGS) !== 'area') return undefined;
      if (text('property') === undefined) return 'area';
      throw wrong(key, '`none` where there is a `clustering.property`');
    },
    property: (key: string): ClusteredProperty | undefined => {
      const given = parameters.raw(PREFIX + key);
      if (given === undefined) return undefined;
      const sent = given.replace(/^p\./i, '');
      const [name, path] = [decodeText(sent), pathOf(`p.${sent}`)];
      if (path === undefined) throw wrong(key, 'the name of a property, such as `population` or `p.a.b`');
      return { name, path };
    },
  };
}
