import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Sends `100 Continue` only when a handler starts reading the body. A request rejected earlier gets just the error. Node
 * then closes the connection, because the client may or may not send its body.
 */
export function sendContinueOnRead(server: Server): void {
  server.on('checkContinue', (request, response) => {
    deferContinue(request, response);
    server.emit('request', request, response);
  });
}

function deferContinue(request: IncomingMessage, response: ServerResponse): void {
  const read = request._read.bind(request);
  request._read = (size) => {
    request._read = read;
    // Node also reads the rest of a body after the response.
    if (!response.headersSent) response.writeContinue();
    read(size);
  };
}
