import { setTimeout as delay } from 'node:timers/promises';
import { markdownTable, percentile } from '@cairn/harness';
import type { BenchEnvironment, Cairn } from '../bench-environment.js';
import { resultOf, type Pair, type Result } from '../result.js';
import { type Answers, type Question, questions, type Subject } from './subjects.js';

const BESIDE_MS = 4_000;
const SETTLE_MS = 500;
const MAX_BESIDE = 3;
/** What is written meanwhile goes there. */
export const OTHER_SPACE = 'other';
const ASKED_BESIDE: readonly Question[] = ['by id', 'box, limit=100', '10 nearest'];

/** One cell of the table. */
export interface Cell {
  readonly subject: string;
  readonly question: Question;
  readonly clients: number;
}

/** What everyone answered, question by question in turn, so that other load on the machine affects all alike. */
export class Rounds {
  count = 0;
  private readonly cells = new Map<string, Answers[]>();

  constructor(
    readonly subjects: readonly Subject[],
    private readonly durationMs: number,
  ) {}

  async next(): Promise<void> {
    const clients = [...new Set(this.subjects.flatMap((subject) => subject.clients))];
    for (const question of questions)
      for (const count of clients)
        for (const subject of this.subjects) {
          const ask = subject.asks[question];
          if (ask === undefined || !subject.clients.includes(count)) continue;
          const key = keyOf({ subject: subject.name, question, clients: count });
          const answers = await ask(count, this.durationMs);
          this.cells.set(key, [...(this.cells.get(key) ?? []), answers]);
        }
    this.count += 1;
  }

  /** A list without rounds for what was not asked. */
  of(cell: Cell): readonly Answers[] {
    return this.cells.get(keyOf(cell)) ?? [];
  }

  median(cell: Cell, value: (answers: Answers) => number): number {
    return percentile(this.of(cell).map(value), 50);
  }

  pairs(one: Cell, other: Cell, value: (answers: Answers) => number): readonly Pair[] {
    const others = this.of(other);
    return this.of(one).flatMap((answers, index) => {
      const baseline = others[index];
      return baseline === undefined ? [] : [{ cairn: value(answers), baseline: value(baseline) }];
    });
  }

  /** The p99 of searches while features are imported into `OTHER_SPACE` or exported, compared with that of an idle server. */
  async beside(
    subject: Subject,
    given: { readonly environment: BenchEnvironment; readonly server: Cairn; readonly of: number },
  ): Promise<readonly Result[]> {
    const { environment, server, of } = given;
    const p99s = async (): Promise<readonly number[]> => {
      const values: number[] = [];
      for (const question of ASKED_BESIDE)
        values.push((await subject.asks[question]?.(1, BESIDE_MS))?.p99Ms ?? Number.NaN);
      return values;
    };
    const found: Readonly<Record<'import' | 'export', Pair[][]>> = { import: [], export: [] };
    for (let round = 0; round < of; round += 1)
      for (const kind of ['import', 'export'] as const) {
        const idle = await p99s();
        const other = await environment.startProgram('send', [String(server.ports[0]), OTHER_SPACE, kind]);
        const busy = await p99s();
        await other.end('SIGTERM');
        await delay(SETTLE_MS);
        found[kind].push(busy.map((cairn, index) => ({ cairn, baseline: idle[index] ?? Number.NaN })));
      }
    return (['import', 'export'] as const).flatMap((kind) =>
      ASKED_BESIDE.map((question, index) =>
        resultOf(
          found[kind].flatMap((pairs) => pairs[index] ?? []),
          {
            name: `p99 of ${question}, beside an ${kind}, ${subject.name}`,
            unit: 'ms',
            baseline: 'idle',
            bar: { atMost: MAX_BESIDE },
          },
        ),
      ),
    );
  }
}

const keyOf = ({ subject, question, clients }: Cell): string => `${subject}|${question}|${clients}`;

/** Medians: p50 and p99 in milliseconds, answers per second, milliseconds of CPU; of others also how many times as long Cairn takes. */
export function tableOfRounds(rounds: Rounds, clients: readonly number[]): string {
  const names = rounds.subjects.map(({ name }) => name);
  const [own = ''] = names;
  const rows = questions.flatMap((question) =>
    clients.map((count) => [
      question,
      String(count),
      ...names.map((subject) => {
        const cell = { subject, question, clients: count };
        if (rounds.of(cell).length === 0) return '–';
        const value = (of: (answers: Answers) => number): number => rounds.median(cell, of);
        const times = value(({ p50Ms }) => p50Ms);
        const ratio = rounds.median({ subject: own, question, clients: count }, ({ p50Ms }) => p50Ms) / times;
        const text = [
          `${short(times)} / ${short(value(({ p99Ms }) => p99Ms))} ms`,
          `${Math.round(value(({ perSecond }) => perSecond)).toLocaleString('en')}/s`,
          `${short(value(({ cpuMs }) => cpuMs))} CPU`,
        ];
        return [...text, ...(subject === own ? [] : [`×${short(ratio)}`])].join(', ');
      }),
    ]),
  );
  return markdownTable(['question', 'clients', ...names], rows);
}

const short = (value: number): string => {
  if (!Number.isFinite(value)) return '–';
  return value < 1 ? String(Number(value.toPrecision(2))) : value.toFixed(value < 10 ? 1 : 0);
};
