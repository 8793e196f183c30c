import { ServerProcess } from '@cairn/harness';
import type { Environment } from '@cairn/services';

/** Starts so many servers on the same new stores, and stops them and removes the stores afterwards. */
export async function withNodes<T>(
  environment: Pick<Environment, 'open'>,
  count: number,
  use: (nodes: readonly ServerProcess[]) => Promise<T>,
): Promise<T> {
  const stores = await environment.open();
  const nodes: ServerProcess[] = [];
  const env = { ...stores.env, CAIRN_LOG_LEVEL: 'error', CAIRN_RATE_REQUESTS: '0' };
  try {
    for (let node = 0; node < count; node += 1)
      nodes.push(await ServerProcess.start({ env, ...(nodes[0] && { key: nodes[0].key }) }));
    return await use(nodes);
  } finally {
    for (const node of nodes) await node.dispose();
    await stores.close();
  }
}
