import type { BadNetwork, NetworkFault } from '@cairn/services';

/** A fault that can be injected and removed. */
export interface Fault {
  readonly what: string;
  /** Whether the store is unreachable during the fault. */
  readonly isOutage: boolean;
  begin(this: void): Promise<void>;
  end(this: void): Promise<void>;
}

/** A server that can be killed at once, as by a power cut, and restarted on its data. */
interface KillableServer {
  kill(): Promise<void>;
  restart(): Promise<void>;
}

interface NetworkFaultKind {
  readonly isOutage: boolean;
  readonly fault: NetworkFault;
}

const [up, down] = [{ stream: 'upstream' }, { stream: 'downstream' }] as const;
const networkFaultKinds: Readonly<Record<string, NetworkFaultKind>> = {
  'connections are refused': { isOutage: true, fault: { type: 'down' } },
  'connections are reset': {
    isOutage: true,
    fault: { ...down, type: 'reset_peer', attributes: { timeout: 0 } },
  },
  'no request arrives': { isOutage: true, fault: { ...up, type: 'timeout', attributes: { timeout: 0 } } },
  'no answer arrives': { isOutage: true, fault: { ...down, type: 'timeout', attributes: { timeout: 0 } } },
  'connections end in silence': {
    isOutage: true,
    fault: { ...down, type: 'timeout', attributes: { timeout: 50 } },
  },
  'requests end midway': {
    isOutage: false,
    fault: { ...up, type: 'limit_data', attributes: { bytes: 100_000 } },
  },
  'answers end midway': {
    isOutage: false,
    fault: { ...down, type: 'limit_data', attributes: { bytes: 2_000 } },
  },
  'requests are slow': { isOutage: false, fault: { ...up, type: 'bandwidth', attributes: { rate: 500 } } },
  'answers are late': {
    isOutage: false,
    fault: { ...down, type: 'latency', attributes: { latency: 150, jitter: 100 } },
  },
};

export function powerCut(store: KillableServer): Fault {
  return {
    what: 'the power is cut',
    isOutage: true,
    begin: () => store.kill(),
    end: () => store.restart(),
  };
}

/** Each network fault in turn. `url` is the store's address through the faulty network. */
export async function networkFaults(
  network: BadNetwork,
  address: string,
): Promise<{ readonly url: string; readonly faults: readonly Fault[] }> {
  const proxy = await network.proxyTo(address);
  const faults = Object.entries(networkFaultKinds).map(([what, { isOutage, fault }]): Fault => {
    let remove = async (): Promise<void> => undefined;
    return {
      what,
      isOutage,
      begin: async () => void (remove = await proxy.inject(fault)),
      end: () => remove(),
    };
  });
  return { url: proxy.url, faults };
}
