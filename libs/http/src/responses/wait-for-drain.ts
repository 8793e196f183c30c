import type { ServerResponse } from 'node:http';
import { requestContextOf } from '../messages/request-context.js';

/** Resolves when the response can take more data or was closed. */
export async function waitForDrain(response: ServerResponse): Promise<void> {
  const drained = new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
  await whileResting(response, drained);
}

/** Waits for the client of a response. Meanwhile the response counts as waiting. */
export async function whileResting(response: ServerResponse, drained: Promise<void>): Promise<void> {
  await (requestContextOf(response.req).resting?.whileWaiting(response, drained) ?? drained);
}
