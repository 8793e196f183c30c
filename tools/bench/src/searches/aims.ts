import { pairs as storePairs, type StorePair } from '../options.js';
import { resultOf, type Bar, type Pair, type Result } from '../result.js';
import type { Cell, Rounds } from './rounds.js';
import { type Answers, type Question, questions } from './subjects.js';

const BOX: Question = 'box, limit=100';
const LARGE_BOX: Question = 'box, limit=1000';
/** The p50 on SQLite. */
const MAX_MS: readonly (readonly [Question, number])[] = [
  ['by id', 0.4],
  ['10 nearest', 1],
  ['within 20 km, limit=100', 1.5],
];
const PEER = 'pg_featureserv';
/** Of its answers per second. */
const LEAST_OF_PEER = { 'sqlite+disk': 1, 'postgres+s3': 0.8 };

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
const cell = (question: Question, clients = 1, subject = 'Cairn'): Cell => ({ subject, question, clients });
const searches = questions.filter((question) => question !== 'empty answer');

/** The aims, with what was measured; without those that the stores do not have, or that nothing was measured for. */
export function aimsOf(rounds: Rounds, { stores, growth }: Measured): readonly Result[] {
  const aim = (name: string, own: Cell, [baseline, other]: readonly [string, Cell], bar: Bar): Aim =>
    'atMost' in bar
      ? { name: `p50 of ${name}`, unit: 'ms', baseline, bar, pairs: rounds.pairs(own, other, p50) }
      : { name, unit: 'per second', baseline, bar, pairs: rounds.pairs(own, other, rate) };
  const aims: Aim[] = [
    aim(BOX, cell(BOX), [PEER, cell(BOX, 1, PEER)], { atLeast: LEAST_OF_PEER[stores] }),
    aim(LARGE_BOX, cell(LARGE_BOX), [PEER, cell(LARGE_BOX, 1, PEER)], { atLeast: 1 }),
    ...searches.map((question) =>
      aim(`${question}, 8 clients`, cell(question, 8), ['one client', cell(question)], { atLeast: 1.7 }),
    ),
  ];
  if (stores === storePairs[0]) {
    aims.push(aim(BOX, cell(BOX), ['empty answer', cell('empty answer')], { atMost: 6 }));
    for (const [question, baseline] of MAX_MS) {
      const pairs = rounds.of(cell(question)).map((own) => ({ cairn: p50(own), baseline }));
      aims.push({ name: `p50 of ${question}`, unit: 'ms', baseline: 'aim', bar: { atMost: 1 }, pairs });
    }
  }
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
