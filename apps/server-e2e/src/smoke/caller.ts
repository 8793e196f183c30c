import type { ServerProcess } from '@cairn/harness';
import type { Browser } from '../support/browser.js';
import { Answer } from './answer.js';

type Headers = Readonly<Record<string, string>>;

interface Sent {
  /** A form and a text are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Headers;
}

type Send = (method: string, path: string, sent: Sent) => Promise<Response>;

/** Somebody who calls the server: with a key, with a session, or without either. */
export class Caller {
  private constructor(private readonly respond: Send) {}

  static by(server: ServerProcess, key: string | null): Caller {
    return new Caller((method, path, { body, headers }) => {
      const isAsItIs = body instanceof FormData || typeof body === 'string';
      return server.fetch(path, {
        method,
        key,
        redirect: 'manual',
        headers: { ...(!(body instanceof FormData) && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: isAsItIs ? body : JSON.stringify(body) }),
      });
    });
  }

  static in(browser: Browser): Caller {
    return new Caller((method, path, sent) => browser.send(method, path, sent));
  }

  async send(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    return await Answer.to(`${method} ${path}`, await this.respond(method, path, sent));
  }

  async get(path: string): Promise<Answer> {
    return await this.send('GET', path);
  }

  async post(path: string, body?: unknown, headers?: Headers): Promise<Answer> {
    return await this.send('POST', path, { body, ...(headers && { headers }) });
  }

  async put(path: string, body: unknown): Promise<Answer> {
    return await this.send('PUT', path, { body });
  }

  async patch(path: string, body: unknown): Promise<Answer> {
    return await this.send('PATCH', path, { body });
  }

  async delete(path: string): Promise<Answer> {
    return await this.send('DELETE', path);
  }
}
