import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Serves on a free local port and prints the port to standard output. A rejected handler ends the process. */
export function serve(handle: Handler): void {
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
  });
}
