import type { RequestBytes } from '../load/http-request.js';
import type { Workbench } from '../workbench.js';

/** A server that answers, where all its processes do, and what it is asked. */
export interface Side {
  readonly ports: readonly number[];
  readonly request: RequestBytes;
}

/** What the machine allows; `bar` is the share of it that Cairn must reach, absent where it is only shown. */
export interface Limit extends Side {
  readonly name: string;
  readonly bar?: number;
}

/** One thing that Cairn is measured at beside its limits. */
export interface Workload {
  readonly name: string;
  readonly clients: number;
  readonly expectedStatus: number;
  readonly cairn: Side;
  readonly limits: readonly Limit[];
}

/** The workload where the bars do not hold, and beside one node alone where there are several. */
export function withoutBars({ name, cairn, limits, ...workload }: Workload): Workload {
  const { length: nodes } = cairn.ports;
  const unbarred = limits.map(({ bar: _, ...limit }) => limit);
  if (nodes === 1) return { ...workload, name, cairn, limits: unbarred };
  const oneNode = { ...cairn, name: 'one node', ports: cairn.ports.slice(0, 1) };
  return { ...workload, name: `${name}, ${nodes} nodes`, cairn, limits: [oneNode, ...unbarred] };
}

/** Starts both sides on the workbench. */
export type OpenWorkload = (workbench: Workbench) => Promise<Workload>;
