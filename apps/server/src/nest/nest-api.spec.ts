import { IncomingMessage, ServerResponse, type RequestListener } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { NestApi } from './nest-api.js';

const broken = new Error('A controller has no use case.');
const neverFails = {
  fail: (error: unknown) => {
    throw error;
  },
};

function ask(api: NestApi, url: string): void {
  const request = Object.assign(new IncomingMessage(new Socket()), { url });
  api.listener(request, new ServerResponse(request));
}

describe('NestApi', () => {
  it('is loaded by the first request, once, and hands it all of them', async () => {
    let loads = 0;
    const urls: (string | undefined)[] = [];
    const listener: RequestListener = ({ url }) => void urls.push(url);
    const load = async () => {
      loads += 1;
      return { listener, close: () => Promise.resolve() };
    };
    const api = new NestApi(load, neverFails);
    await turn();
    expect(loads).toBe(0);
    ask(api, '/api/keys');
    ask(api, '/api/users');
    await turn();
    expect([loads, urls]).toEqual([1, ['/api/keys', '/api/users']]);
  });

  it('fails requests where it cannot be loaded', async () => {
    const sent: unknown[] = [];
    const fail = (error: unknown, { url }: IncomingMessage) => void sent.push([error, url]);
    const api = new NestApi(() => Promise.reject(broken), { fail });
    ask(api, '/api/keys');
    ask(api, '/hub/spaces/x');
    await turn();
    expect(sent).toEqual([
      [broken, '/api/keys'],
      [broken, '/hub/spaces/x'],
    ]);
    await api.close();
  });
});
