import { InvalidInput } from '@cairn/kernel';
import { DEFAULT_TILE_LIMITS } from '@cairn/spaces';
import type { HubParameters } from '../features/query/hub-parameters.js';
import { collectFaults } from '../features/query/collect-faults.js';

/** The maximum number of features of `mode=viz`, by `vizSampling`. */
const vizLimits = new Map([
  ['off', DEFAULT_TILE_LIMITS.maxFeatures],
  ['low', DEFAULT_TILE_LIMITS.maxFeatures],
  ['med', 30_000],
  ['high', 15_000],
]);

/** The percentage of features that sampling leaves out, by strength. */
const strengths = new Map([
  ['low', 10],
  ['lowmed', 30],
  ['med', 50],
  ['medhigh', 75],
  ['high', 90],
]);

const algorithms = new Map([
  ['sampling', ['distribution', 'geometrysize']],
  [
    'simplification',
    ['grid', 'gridbytilelevel', 'simplifiedkeeptopology', 'simplified', 'merge', 'linemerge'],
  ],
  ['ensure', []],
]);

/**
 * Converts `mode`, `vizSampling`, `tweaks` and `tweaks.…` of XYZ Hub to the number of features to keep. Simplification
 * is ignored, because tiles have no more detail than their grid.
 * @throws {InvalidInput}
 */
export function parseThinning(parameters: HubParameters): number | undefined {
  const { mode, vizSampling, tweaks } = collectFaults({
    mode: () => wordOf(parameters, 'mode', ['raw', 'viz']),
    vizSampling: () => wordOf(parameters, 'vizSampling', [...vizLimits.keys()]),
    tweaks: () => tweaksOf(parameters),
  });
  const limits = [
    ...(mode === 'viz' ? [vizLimits.get(vizSampling ?? 'med') ?? Infinity] : []),
    ...(tweaks === undefined ? [] : [tweaks]),
  ];
  return limits.length === 0 ? undefined : Math.min(...limits);
}

function tweaksOf(parameters: HubParameters): number | undefined {
  const kind = wordOf(parameters, 'tweaks', [...algorithms.keys()]);
  const { strength } = collectFaults({
    strength: () => strengthOf(parameters),
    algorithm: () =>
      wordOf(
        parameters,
        'tweaks.algorithm',
        kind === undefined ? [...algorithms.values()].flat() : (algorithms.get(kind) ?? []),
      ),
    defaultselection: () => wordOf(parameters, 'tweaks.defaultselection', ['true', 'false']),
    samplingthreshold: () => numberOf(parameters, 'tweaks.samplingthreshold', [10, 100]),
  });
  if (kind !== 'sampling' || strength === undefined) return undefined;
  return Math.max(1, Math.round((DEFAULT_TILE_LIMITS.maxFeatures * (100 - strength)) / 100));
}

function strengthOf(parameters: HubParameters): number | undefined {
  const text = parameters.text('tweaks.strength')?.toLowerCase();
  if (text === undefined) return undefined;
  return strengths.get(text) ?? numberOf(parameters, 'tweaks.strength', [1, 100]);
}

function wordOf(parameters: HubParameters, name: string, known: readonly string[]): string | undefined {
  const text = parameters.text(name)?.toLowerCase();
  if (text === undefined || known.includes(text)) return text;
  throw invalid(name, known.length === 0 ? 'be left out' : `be one of ${known.join(', ')}`);
}

function numberOf(
  parameters: HubParameters,
  name: string,
  [least, most]: readonly [number, number],
): number | undefined {
  if (parameters.text(name) === undefined) return undefined;
  const number = parameters.integer(name) ?? NaN;
  if (number >= least && number <= most) return number;
  throw invalid(name, `be a whole number from ${least} to ${most}`);
}

function invalid(name: string, rule: string): InvalidInput {
  const detail = `\`${name}\` must ${rule}.`;
  return new InvalidInput([{ pointer: `/${name}`, code: 'invalid-value', detail }]);
}
