import type { BadNetwork, NetworkFault } from '@cairn/services';

/** What happens to a store, and ends again. */
export interface Fault {
  readonly what: string;
  /** Whether nothing can be had of the store meanwhile. */
  readonly isOutage: boolean;
  begin(this: void): Promise<void>;
  end(this: void): Promise<void>;
}

/** A server that can be ended at once, as a power cut would, and started again on its data. */
interface Mains {
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

export function powerCut(store: Mains): Fault {
  return {
    what: 'the power is cut',
    isOutage: true,
    begin: () => store.kill(),
    end: () => store.restart(),
  };
}

/** What can be wrong with the network on the way to a store, one after the other; `url` is the store's by that way. */
export async function networkFaults(
  network: BadNetwork,
  address: string,
): Promise<{ readonly url: string; readonly faults: readonly Fault[] }> {
  const way = await network.wayTo(address);
  const faults = Object.entries(networkFaultKinds).map(([what, { isOutage, fault }]): Fault => {
    let mend = async (): Promise<void> => undefined;
    return { what, isOutage, begin: async () => void (mend = await way.suffer(fault)), end: () => mend() };
  });
  return { url: way.url, faults };
}
