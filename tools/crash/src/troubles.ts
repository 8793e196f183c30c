import type { BadNetwork, NetworkFault } from '@cairn/services';

/** What happens to a store, and ends again. */
export interface Trouble {
  readonly what: string;
  /** Whether nothing can be had of the store meanwhile. */
  readonly isOutage: boolean;
  begin(): Promise<void>;
  end(): Promise<void>;
}

/** A server that can be ended at once, as a power cut would, and started again on its data. */
interface Mains {
  kill(): Promise<void>;
  restart(): Promise<void>;
}

const networkFaults: readonly (readonly [what: string, isOutage: boolean, fault: NetworkFault])[] = [
  ['connections are refused', true, { type: 'down' }],
  ['connections are reset', true, { type: 'reset_peer', attributes: { timeout: 0 } }],
  ['nothing gets through', true, { type: 'timeout', attributes: { timeout: 0 } }],
  ['connections end before anything came', true, { type: 'timeout', attributes: { timeout: 50 } }],
  ['connections end midway', false, { type: 'limit_data', attributes: { bytes: 5_000 } }],
  ['every answer is late', false, { type: 'latency', attributes: { latency: 150, jitter: 100 } }],
  ['answers come slowly', false, { type: 'bandwidth', attributes: { rate: 50 } }],
];

export function powerCut(store: Mains): Trouble {
  return {
    what: 'the power is cut',
    isOutage: true,
    begin: () => store.kill(),
    end: () => store.restart(),
  };
}

/** What can be wrong with the network on the way to a store, one after the other; `url` is the store's by that way. */
export async function networkTroubles(
  network: BadNetwork,
  address: string,
): Promise<{ readonly url: string; readonly troubles: readonly Trouble[] }> {
  const way = await network.wayTo(address);
  const troubles = networkFaults.map(([what, isOutage, fault]): Trouble => {
    let mend = async (): Promise<void> => undefined;
    return { what, isOutage, begin: async () => void (mend = await way.suffer(fault)), end: () => mend() };
  });
  return { url: way.url, troubles };
}
