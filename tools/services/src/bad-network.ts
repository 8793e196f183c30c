import { Toxiproxy, type Proxy } from 'toxiproxy-node-client';
import { Child, freePort } from './child.js';
import { programOf } from './programs.js';

const HOST = '127.0.0.1';

/** A network fault between client and server. `stream` is upstream (requests) or downstream (responses). */
export type NetworkFault =
  { readonly type: 'down' } | (Toxic & { readonly stream: 'upstream' | 'downstream' });

/** Times in milliseconds, sizes in bytes, rates in kB/s. */
type Toxic =
  | { readonly type: 'reset_peer'; readonly attributes: { readonly timeout: number } }
  /** No data gets through. With a timeout of 0 the connection stays open. */
  | { readonly type: 'timeout'; readonly attributes: { readonly timeout: number } }
  /** The connection is closed after this many bytes. */
  | { readonly type: 'limit_data'; readonly attributes: { readonly bytes: number } }
  | { readonly type: 'latency'; readonly attributes: { readonly latency: number; readonly jitter: number } }
  | { readonly type: 'bandwidth'; readonly attributes: { readonly rate: number } };

/** A toxiproxy process. */
export class BadNetwork {
  private constructor(
    private readonly child: Child,
    private readonly toxiproxy: Toxiproxy,
  ) {}

  /** @throws {Error} when toxiproxy is not installed. */
  static async start(): Promise<BadNetwork> {
    const file = programOf('toxiproxy-server', 'toxiproxy');
    const port = await freePort();
    const child = await Child.start({ file, args: ['-host', HOST, '-port', String(port)] }, port);
    return new BadNetwork(child, new Toxiproxy(`http://${HOST}:${port}`));
  }

  /** A proxy to the server at this address, without faults. */
  async proxyTo(address: string): Promise<FaultyProxy> {
    const url = new URL(address);
    const port = await freePort();
    const proxy = await this.toxiproxy.createProxy({
      name: `to-${url.host}`,
      listen: `${HOST}:${port}`,
      upstream: url.host,
    });
    url.host = `${HOST}:${port}`;
    return new FaultyProxy(proxy, url.href);
  }

  async stop(): Promise<void> {
    await this.child.end('SIGTERM');
  }
}

/** A proxy to a server. */
class FaultyProxy {
  constructor(
    private readonly proxy: Proxy,
    /** The server's address through the proxy. */
    readonly url: string,
  ) {}

  /** Injects a fault, also into open connections. Returns a function that removes it. */
  async inject(fault: NetworkFault): Promise<() => Promise<void>> {
    if (fault.type === 'down') return await this.goDown();
    const toxic = await this.proxy.addToxic<unknown>({ ...fault, name: fault.type, toxicity: 1 });
    return () => toxic.remove();
  }

  private async goDown(): Promise<() => Promise<void>> {
    const { listen, upstream } = this.proxy;
    await this.proxy.update({ enabled: false, listen, upstream });
    return async () => void (await this.proxy.update({ enabled: true, listen, upstream }));
  }
}
