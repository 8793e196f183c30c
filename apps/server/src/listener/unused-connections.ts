import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections without a request so far. Node counts them as busy, so `closeIdleConnections` keeps them. After the
 * server has stopped listening, a connection ends with the current response; otherwise keep-alive would hold it for
 * seconds.
 */
export class UnusedConnections {
  private readonly sockets = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      this.sockets.delete(socket);
      response.once('finish', () => {
        if (!server.listening) socket.destroySoon();
      });
    });
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}
