import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Folder } from '@cairn/harness';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  png: 'image/png',
};

interface HostOptions {
  /** Where the files are, such as `/our/maps/`. */
  readonly below: string;
  /** Whether requests for parts of a file are answered with these parts. */
  readonly hasRanges: boolean;
}

/** A web server that gives files, and knows nothing of what they are. */
export class StaticHost {
  private constructor(
    private readonly server: Server,
    readonly url: string,
    /** The paths that were asked for and are not there. */
    readonly missed: readonly string[],
  ) {}

  static async start(files: Folder, { below, hasRanges }: HostOptions): Promise<StaticHost> {
    const missed: string[] = [];
    const server = createServer(({ url = '', headers }, response) => {
      const path = decodeURIComponent(new URL(url, 'http://host').pathname);
      const name = path.slice(below.length) || 'index.html';
      const bytes = path.startsWith(below) ? files.get(name) : undefined;
      if (bytes === undefined) {
        missed.push(path);
        response.writeHead(404).end();
        return;
      }
      const [, start = '', end = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
      response.setHeader('Content-Type', TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
      if (!hasRanges || start === '') response.end(bytes);
      else {
        const part = bytes.subarray(Number(start), Number(end) + 1);
        const range = `bytes ${start}-${Number(start) + part.length - 1}/${bytes.length}`;
        response.writeHead(206, { 'Content-Range': range }).end(part);
      }
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return new StaticHost(server, `http://127.0.0.1:${port}${below}`, missed);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => void this.server.close(resolve));
  }
}
