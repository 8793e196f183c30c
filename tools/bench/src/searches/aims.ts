import { pairs as storePairs, type StorePair } from '../options.js';
import { resultOf, type Bar, type Pair, type Result } from '../result.js';
import type { Cell, Rounds } from './rounds.js';
import { type Answers, type Question, questions } from './subjects.js';

/** What a box of 100 may take, in empty answers. */
const MAX_EMPTY_ANSWERS = 6;
const LEAST_OF_EIGHT_CLIENTS = 1.7;
const MAX_GROWTH = 1.5;
const MAX_IMPORT_GROWTH = 1.2;
/** The p50 on SQLite. */
const MAX_MS: Readonly<Partial<Record<Question, number>>> = {
  'by id': 0.4,
  '10 nearest': 1,
  'within 20 km, limit=100': 1.5,
};

const FEATURESERV_BARS: Readonly<Partial<Record<Question, Readonly<Record<StorePair, number>>>>> = {
  'box, limit=100': { 'sqlite+disk': 1, 'postgres+s3': 0.8 },
  'box, limit=1000': { 'sqlite+disk': 1, 'postgres+s3': 1 },
};

interface Measured {
  readonly stores: StorePair;
  /** Of the space with many features, if there is one. */
  readonly growth: Growth | undefined;
}

interface Growth {
  readonly name: string;
  /** Of its import and of that of the cities. */
  readonly perFeatureMs: number;
  readonly citiesMs: number;
}

const p50 = ({ p50Ms }: Answers): number => p50Ms;
const rate = ({ perSecond }: Answers): number => perSecond;
const searches = questions.filter((question) => question !== 'empty answer');

/** The aims of searches, with what was measured. Those in milliseconds are for SQLite, and only reported of PostgreSQL. */
export function aimsOf(rounds: Rounds, { stores, growth }: Measured): readonly Result[] {
  const hasThresholds = stores === storePairs[0];
  const cell = (question: Question, clients = 1, subject = 'Cairn'): Cell => ({ subject, question, clients });
  const compared = (
    name: string,
    {
      unit = 'ms',
      baseline,
      bar,
    }: { readonly unit?: Result['unit']; readonly baseline: string; readonly bar: Bar | undefined },
    pairs: readonly Pair[],
  ): readonly Result[] => (pairs.length === 0 ? [] : [resultOf(pairs, { name, unit, baseline, bar })]);
  const box = 'box, limit=100';
  return [
    ...compared(
      `p50 of ${box}`,
      { baseline: 'empty answer', bar: hasThresholds ? { atMost: MAX_EMPTY_ANSWERS } : undefined },
      rounds.pairs(cell(box), cell('empty answer'), p50),
    ),
    ...searches.flatMap((question) => {
      const aim = MAX_MS[question];
      if (aim === undefined || !hasThresholds) return [];
      const pairs = rounds.of(cell(question)).map((answers) => ({ cairn: p50(answers), baseline: aim }));
      return compared(`p50 of ${question}`, { baseline: 'aim', bar: { atMost: 1 } }, pairs);
    }),
    ...searches.flatMap((question) => {
      const bars = FEATURESERV_BARS[question];
      const pairs = rounds.pairs(cell(question), cell(question, 1, 'pg_featureserv'), rate);
      const bar = bars && { atLeast: bars[stores] };
      return compared(question, { unit: 'per second', baseline: 'pg_featureserv', bar }, pairs);
    }),
    ...searches.flatMap((question) =>
      compared(
        `${question}, 8 clients`,
        { unit: 'per second', baseline: 'one client', bar: { atLeast: LEAST_OF_EIGHT_CLIENTS } },
        rounds.pairs(cell(question, 8), cell(question), rate),
      ),
    ),
    ...(growth === undefined
      ? []
      : [
          ...searches.flatMap((question) =>
            compared(
              `p50 of ${question}: ${growth.name}`,
              { baseline: 'cities', bar: { atMost: MAX_GROWTH } },
              rounds.pairs(cell(question, 1, growth.name), cell(question), p50),
            ),
          ),
          ...compared(
            `import of 1,000 features: ${growth.name}`,
            { baseline: 'cities', bar: { atMost: MAX_IMPORT_GROWTH } },
            [{ cairn: growth.perFeatureMs * 1_000, baseline: growth.citiesMs * 1_000 }],
          ),
        ]),
  ];
}
