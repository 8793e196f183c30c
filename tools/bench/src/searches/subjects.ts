import { loadOf, percentile } from '@cairn/harness';
import { RequestBytes, RequestCycle, type RequestSource } from '../load/http-request.js';
import { run } from '../load/load.js';
import type { Place } from './places.js';

/** What is asked, in the order of the table. */
export const questions = [
  'empty answer',
  'by id',
  'box, limit=100',
  'box, limit=1000',
  '10 nearest',
  'within 20 km, limit=100',
  'property, limit=10',
] as const;

export type Question = (typeof questions)[number];

/** The server as it is: it answers spaces that are read often from memory. */
export const HOT = 'Cairn';
/** A server that keeps no spaces in memory. */
export const COLD = 'cold';
/** The first server, asked for compressed answers. */
export const COMPRESSED = 'compressed';

/** What answers came to. */
export interface Answers {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly perSecond: number;
  /** Of one answer, of all processes that had a part in it. */
  readonly cpuMs: number;
}

/** Asks again and again, by so many clients. */
export type Ask = (clients: number, durationMs: number) => Promise<Answers>;

/** Who answers. */
export interface Subject {
  readonly name: string;
  readonly clients: readonly number[];
  /** Without the questions that it has no answer to. */
  readonly asks: Readonly<Partial<Record<Question, Ask>>>;
}

/** What is sent for a question about a place. */
export type Paths = Readonly<Partial<Record<Question, (place: Place) => string>>>;

const WARM_UP_MS = 150;

interface HttpSubject extends Pick<Subject, 'name' | 'clients'> {
  readonly port: number;
  /** Of the processes whose time is counted, each with its children. */
  readonly pids: readonly number[];
  readonly places: readonly Place[];
  readonly paths: Paths;
  /** What a path is sent as, where that is not HTTP. */
  readonly encode?: (path: string) => RequestSource;
}

const get = (path: string): RequestSource => new RequestBytes({ method: 'GET', path });

/** A server. */
export function httpSubject({ name, clients, ...server }: HttpSubject): Subject {
  const { port, pids, places, paths, encode = get } = server;
  return {
    name,
    clients,
    asks: mapped(paths, (pathOf): Ask => {
      const request = new RequestCycle(places.map((place) => encode(pathOf(place))));
      const load = { ports: [port], request, expectedStatus: 200 };
      return async (count, durationMs) => {
        await run({ ...load, clients: count, warmUpMs: WARM_UP_MS, measureMs: 0 });
        const before = cpuOf(pids);
        const result = await run({ ...load, clients: count, warmUpMs: 0, measureMs: durationMs });
        const { p50Ms, p99Ms, responsesPerSecond } = result;
        const cpuMs = (cpuOf(pids) - before) / ((responsesPerSecond * durationMs) / 1000);
        return { p50Ms, p99Ms, perSecond: responsesPerSecond, cpuMs };
      };
    }),
  };
}

/** Answers that are worked out in this process, or by servers that it asks. */
export function bareSubject(
  { name, clients, places, pids }: Pick<HttpSubject, 'name' | 'clients' | 'places' | 'pids'>,
  answers: Readonly<Partial<Record<Question, (place: Place) => unknown>>>,
): Subject {
  return {
    name,
    clients,
    asks: mapped(answers, (answer): Ask => {
      return async (count, durationMs) => {
        const durations: number[] = [];
        const [before, until] = [cpuOf([process.pid, ...pids]), performance.now() + durationMs];
        let asked = 0;
        const client = async (): Promise<void> => {
          for (let now = performance.now(); now < until;) {
            const place = places[asked++ % places.length];
            if (place !== undefined) await answer(place);
            durations.push(-now + (now = performance.now()));
          }
        };
        await Promise.all(Array.from({ length: count }, client));
        return {
          p50Ms: percentile(durations, 50),
          p99Ms: percentile(durations, 99),
          perSecond: (durations.length / durationMs) * 1000,
          cpuMs: (cpuOf([process.pid, ...pids]) - before) / durations.length,
        };
      };
    }),
  };
}

const cpuOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (pid === process.pid ? ownCpuMs() : loadOf(pid).cpuMs), 0);

/** Without the children, which are the servers. */
function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function mapped<T, R>(
  record: Readonly<Partial<Record<Question, T>>>,
  work: (value: T) => R,
): Readonly<Partial<Record<Question, R>>> {
  const result: Partial<Record<Question, R>> = {};
  for (const question of questions) {
    const value = record[question];
    if (value !== undefined) result[question] = work(value);
  }
  return result;
}
