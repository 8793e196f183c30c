import { pairs as storePairs, type StorePair } from '../options.js';
import { resultOf, type Bar, type Pair, type Result } from '../result.js';
import type { Cell, Rounds } from './rounds.js';
import { type Answers, HOT, COLD, type Question, questions } from './subjects.js';

const EMPTY: Question = 'empty answer';
const BOX: Question = 'box, limit=100';
const LARGE_BOX: Question = 'box, limit=1000';
/** How many empty answers an answer from memory may take, on SQLite. */
const MAX_EMPTY_ANSWERS: readonly (readonly [Question, number])[] = [
  ['by id', 1.8],
  [BOX, 2.5],
  [LARGE_BOX, 7],
  ['10 nearest', 3],
  ['within 20 km, limit=100', 3],
];
const PEER = 'pg_featureserv';
/** Of its answers per second. */
const LEAST_OF_PEER: Readonly<Record<StorePair, readonly (readonly [Question, number])[]>> = {
  'sqlite+disk': [
    [BOX, 2],
    [LARGE_BOX, 3],
  ],
  'postgres+s3': [[BOX, 1.5]],
};
/** Of the answers per second without the memory, by eight clients. */
const LEAST_OF_COLD = 3;
/** Of the answers per second of eight clients: rounds of the same clients differ by this much. */
const LEAST_BY_MANY = 0.95;

interface Measured {
  readonly stores: StorePair;
  /** Of the space with many features, if there is one. */
  readonly growth: Growth | undefined;
}

interface Growth {
  readonly name: string;
  /** Of 1,000 features of its import, and of that of the cities. */
  readonly importMs: Pair;
}

interface Aim {
  readonly name: string;
  readonly unit: Result['unit'];
  readonly baseline: string;
  readonly bar: Bar;
  readonly pairs: readonly Pair[];
}

const p50 = ({ p50Ms }: Answers): number => p50Ms;
const rate = ({ perSecond }: Answers): number => perSecond;
const cell = (question: Question, clients = 1, subject = HOT): Cell => ({ subject, question, clients });
const searches = questions.filter((question) => question !== EMPTY);

/** The aims, with what was measured; without those that the stores do not have, or that nothing was measured for. */
export function aimsOf(rounds: Rounds, { stores, growth }: Measured): readonly Result[] {
  const aim = (name: string, own: Cell, [baseline, other]: readonly [string, Cell], bar: Bar): Aim =>
    'atMost' in bar
      ? { name: `p50 of ${name}`, unit: 'ms', baseline, bar, pairs: rounds.pairs(own, other, p50) }
      : { name, unit: 'per second', baseline, bar, pairs: rounds.pairs(own, other, rate) };
  const aims = LEAST_OF_PEER[stores].map(([question, atLeast]) =>
    aim(question, cell(question), [PEER, cell(question, 1, PEER)], { atLeast }),
  );
  if (stores === storePairs[0])
    aims.push(
      ...MAX_EMPTY_ANSWERS.map(([question, atMost]) =>
        aim(question, cell(question), [EMPTY, cell(EMPTY)], { atMost }),
      ),
      ...MAX_EMPTY_ANSWERS.map(([question]) =>
        aim(`${question}, 8 clients`, cell(question, 8), [COLD, cell(question, 8, COLD)], {
          atLeast: LEAST_OF_COLD,
        }),
      ),
    );
  for (const subject of [HOT, COLD])
    aims.push(
      ...searches.map((question) =>
        aim(
          `${question}, 32 clients${subject === HOT ? '' : `, ${subject}`}`,
          cell(question, 32, subject),
          ['8 clients', cell(question, 8, subject)],
          { atLeast: LEAST_BY_MANY },
        ),
      ),
    );
  if (growth !== undefined) {
    const { name, importMs } = growth;
    for (const question of searches)
      aims.push(
        aim(`${question}: ${name}`, cell(question, 1, name), ['cities', cell(question)], { atMost: 1.5 }),
      );
    const imported = `import of 1,000 features: ${name}`;
    aims.push({ name: imported, unit: 'ms', baseline: 'cities', bar: { atMost: 1.2 }, pairs: [importMs] });
  }
  return aims
    .filter(({ pairs }) => pairs.length > 0)
    .map(({ pairs, name, unit, baseline, bar }) => resultOf(pairs, { name, unit, baseline, bar }));
}
