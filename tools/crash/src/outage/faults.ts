import type { BadNetwork, NetworkFault } from '@cairn/services';

/** A fault that can be injected and removed. */
export interface Fault {
  readonly what: string;
  /** Whether the store is unreachable during the fault. */
  readonly isOutage: boolean;
  begin(this: void): Promise<void>;
  end(this: void): Promise<void>;
}

const [UP, DOWN] = ['upstream', 'downstream'] as const;

/** Network faults during which the store is unreachable. */
const outages: Readonly<Record<string, NetworkFault>> = {
  'connections are refused': { type: 'down' },
  'connections are reset': { stream: DOWN, type: 'reset_peer', attributes: { timeout: 0 } },
  'no request arrives': { stream: UP, type: 'timeout', attributes: { timeout: 0 } },
  'no answer arrives': { stream: DOWN, type: 'timeout', attributes: { timeout: 0 } },
  'connections end in silence': { stream: DOWN, type: 'timeout', attributes: { timeout: 50 } },
};

/** Network faults during which some requests succeed. */
const troubles: Readonly<Record<string, NetworkFault>> = {
  'requests end midway': { stream: UP, type: 'limit_data', attributes: { bytes: 100_000 } },
  'answers end midway': { stream: DOWN, type: 'limit_data', attributes: { bytes: 2_000 } },
  'requests are slow': { stream: UP, type: 'bandwidth', attributes: { rate: 500 } },
  'answers are late': { stream: DOWN, type: 'latency', attributes: { latency: 150, jitter: 100 } },
};

/** Each network fault in turn. `url` is the store's address through the faulty network. */
export async function networkFaults(
  network: BadNetwork,
  address: string,
): Promise<{ readonly url: string; readonly faults: readonly Fault[] }> {
  const proxy = await network.proxyTo(address);
  const faults = [...Object.entries(outages), ...Object.entries(troubles)].map(([what, fault]): Fault => {
    let remove = async (): Promise<void> => undefined;
    return {
      what,
      isOutage: what in outages,
      begin: async () => void (remove = await proxy.inject(fault)),
      end: () => remove(),
    };
  });
  return { url: proxy.url, faults };
}
