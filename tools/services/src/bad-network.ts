import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const HOST = '127.0.0.1';
/** So many bytes on their way are taken from a sender before it has to wait. */
const ON_THE_WAY = 1024 ** 2;

/** A network fault between client and server. `stream` is upstream (requests) or downstream (responses). */
export type NetworkFault = { readonly type: 'down' } | StreamFault;

type Stream = 'upstream' | 'downstream';
type StreamFault = Toxic & { readonly stream: Stream };

/** Times in milliseconds, sizes in bytes, rates in kB/s. The names are toxiproxy's. */
type Toxic =
  /** The connection is reset so long after the first bytes. */
  | { readonly type: 'reset_peer'; readonly attributes: { readonly timeout: number } }
  /** No data gets through. With a timeout of 0 the connection stays open until the fault is removed. */
  | { readonly type: 'timeout'; readonly attributes: { readonly timeout: number } }
  /** The connection is closed after this many bytes. */
  | { readonly type: 'limit_data'; readonly attributes: { readonly bytes: number } }
  | { readonly type: 'latency'; readonly attributes: { readonly latency: number; readonly jitter: number } }
  | { readonly type: 'bandwidth'; readonly attributes: { readonly rate: number } };

/** A TCP proxy to a server, which has one fault at a time. */
export class BadNetwork {
  private readonly links = new Set<Link>();
  private server: Server | undefined;
  private port = 0;
  private fault: StreamFault | undefined;

  private constructor(private readonly target: URL) {}

  /** A network to the server at this address, without faults. */
  static async to(address: string): Promise<BadNetwork> {
    const network = new BadNetwork(new URL(address));
    await network.listen();
    return network;
  }

  /** The server's address through the network. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `${HOST}:${this.port}`;
    return url.href;
  }

  /** Injects a fault, also into open connections. Returns a function that removes it. */
  async inject(fault: NetworkFault): Promise<() => Promise<void>> {
    if (fault.type === 'down') {
      await this.stop();
      return () => this.listen();
    }
    this.fault = fault;
    for (const link of this.links) link.suffer(fault);
    return async () => {
      this.fault = undefined;
      for (const link of this.links) link.recover();
    };
  }

  async stop(): Promise<void> {
    this.server?.close();
    for (const link of this.links) link.close();
    if (this.server?.listening === true) await once(this.server, 'close');
  }

  private async listen(): Promise<void> {
    this.server = createServer({ allowHalfOpen: true }, (near) => this.join(near));
    await once(this.server.listen(this.port, HOST), 'listening');
    const address = this.server.address();
    if (typeof address === 'object' && address !== null) this.port = address.port;
  }

  private join(near: Socket): void {
    const far = connect({
      host: this.target.hostname,
      port: Number(this.target.port),
      allowHalfOpen: true,
    });
    const link = new Link(near, far);
    this.links.add(link);
    near.once('close', () => this.links.delete(link));
    if (this.fault) link.suffer(this.fault);
  }
}

/** A connection of a client and the one to the server that its bytes go to. */
class Link {
  private readonly flows: Readonly<Record<Stream, Flow>>;
  private fault: StreamFault | undefined;

  constructor(
    private readonly near: Socket,
    private readonly far: Socket,
  ) {
    this.flows = { upstream: new Flow(near, far, this), downstream: new Flow(far, near, this) };
    for (const socket of [near, far]) socket.on('error', () => this.close()).setNoDelay(true);
  }

  suffer(fault: StreamFault): void {
    this.fault = fault;
    this.flows[fault.stream].suffer(fault);
    const { type, attributes } = fault;
    if (type === 'timeout' && attributes.timeout > 0)
      void sleep(attributes.timeout).then(() => this.fault === fault && this.close());
  }

  recover(): void {
    const isCut = this.fault?.type === 'timeout'; // bytes are missing, maybe
    for (const flow of Object.values(this.flows)) flow.suffer(undefined);
    this.fault = undefined;
    if (isCut) this.close();
  }

  close(): void {
    for (const socket of [this.near, this.far]) socket.destroy();
  }

  reset(): void {
    for (const socket of [this.near, this.far]) socket.resetAndDestroy();
  }
}

/** The bytes in one direction of a link, in their order. */
class Flow {
  private fault: Toxic | undefined;
  private passed = 0;
  private onTheWay = 0;
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly from: Socket,
    private readonly to: Socket,
    private readonly link: Link,
  ) {
    from.on('data', (bytes) => this.take(bytes));
    from.on('end', () => void (this.last = this.last.then(() => this.end())));
  }

  suffer(fault: Toxic | undefined): void {
    this.fault = fault;
    this.passed = 0;
  }

  private take(bytes: Buffer): void {
    const takenAt = performance.now();
    this.onTheWay += bytes.length;
    if (this.onTheWay > ON_THE_WAY) this.from.pause();
    this.last = this.last.then(async () => {
      await this.pass(bytes, takenAt);
      this.onTheWay -= bytes.length;
      if (this.onTheWay <= ON_THE_WAY) this.from.resume();
    });
  }

  /** Where nothing gets through, the end of the bytes does not either. */
  private end(): void {
    if (this.fault?.type !== 'timeout') this.to.end();
  }

  private async pass(bytes: Buffer, takenAt: number): Promise<void> {
    const { fault } = this;
    switch (fault?.type) {
      case 'timeout':
        return;
      case 'reset_peer':
        await sleep(fault.attributes.timeout);
        return this.link.reset();
      case 'limit_data': {
        const left = fault.attributes.bytes - this.passed;
        this.passed += bytes.length;
        if (bytes.length < left) return this.write(bytes);
        await this.write(bytes.subarray(0, left));
        return this.link.close();
      }
      case 'latency': {
        const { latency, jitter } = fault.attributes;
        const late = latency + jitter * (2 * Math.random() - 1);
        await sleep(Math.max(0, takenAt + late - performance.now()));
        return this.write(bytes);
      }
      case 'bandwidth':
        await sleep(Math.ceil(bytes.length / fault.attributes.rate)); // a timer drops fractions
        return this.write(bytes);
      case undefined:
        return this.write(bytes);
    }
  }

  /** Resolves when the receiver has room for more, or is gone. */
  private async write(bytes: Buffer): Promise<void> {
    if (!this.to.writable) return;
    await new Promise((resolve) => this.to.write(bytes, resolve));
  }
}
