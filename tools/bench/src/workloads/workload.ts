import type { RequestSource } from '../load/http-request.js';
import type { BenchEnvironment } from '../bench-environment.js';

/** A server with the ports of all its processes and the request it is sent. */
export interface Side {
  readonly ports: readonly number[];
  readonly request: RequestSource;
}

/**
 * A bare server that does only what is unavoidable. `threshold` is the ratio that Cairn must reach; without it the
 * ratio is only reported.
 */
export interface Baseline extends Side {
  readonly name: string;
  readonly threshold?: number;
}

/** A request that Cairn and its baselines are measured with. */
export interface Workload {
  readonly name: string;
  readonly clients: number;
  readonly expectedStatus: number;
  readonly cairn: Side;
  readonly baselines: readonly Baseline[];
}

/** The workload without thresholds. With several nodes, a single node is added as a baseline. */
export function withoutThresholds({ name, cairn, baselines, ...workload }: Workload): Workload {
  const { length: nodes } = cairn.ports;
  const reported = baselines.map(({ threshold: _, ...baseline }) => baseline);
  if (nodes === 1) return { ...workload, name, cairn, baselines: reported };
  const oneNode = { ...cairn, name: 'one node', ports: cairn.ports.slice(0, 1) };
  return { ...workload, name: `${name}, ${nodes} nodes`, cairn, baselines: [oneNode, ...reported] };
}

/** Starts Cairn and the baselines. */
export type OpenWorkload = (environment: BenchEnvironment) => Promise<Workload>;
