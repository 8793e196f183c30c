import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Asks clients that send `Expect: 100-continue` for their body only when something begins to read it. Whoever is
 * refused before that gets the error alone, and Node closes the connection, as nobody can tell if a body follows.
 */
export function continueWhenRead(server: Server): void {
  server.on('checkContinue', (request, response) => {
    askWhenRead(request, response);
    server.emit('request', request, response);
  });
}

function askWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const read = request._read.bind(request);
  request._read = (size) => {
    request._read = read;
    // Node also reads what is left of a body when the answer is done.
    if (!response.headersSent) response.writeContinue();
    read(size);
  };
}
