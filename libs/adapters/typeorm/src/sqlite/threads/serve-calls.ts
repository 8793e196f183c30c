import type { MessagePort } from 'node:worker_threads';
import { AnswerBox } from './answer-box.js';
import type { CallTurns } from './call-turns.js';
import { duringWork } from '../connection/work-of-call.js';
import { factsOf } from './error-facts.js';
import { type Call, type Request, methodOf, type Repositories } from './messages.js';
import { StreamServer } from './stream-server.js';

/**
 * Executes the calls that arrive at the port, in their order or in turns. Replies of one turn of the event loop are sent
 * together; `onSent` is called after that.
 */
export function serveCalls(
  port: MessagePort,
  repositories: Repositories,
  {
    turns,
    onSent = () => undefined,
  }: { readonly turns?: CallTurns | undefined; readonly onSent?: () => void } = {},
): void {
  const answers = new AnswerBox(port, onSent);
  const streams = new StreamServer(repositories, answers);
  const waiting = new Map<
    number,
    (result: { readonly value: unknown; readonly isThrown: boolean }) => void
  >();
  const cancellable = new Map<number, AbortController>();
  const perform = async (call: Call): Promise<void> => {
    const { id, repository, method, args, functions, answer, isCancellable } = call;
    const remote =
      (index: number) =>
      (...given: readonly unknown[]): Promise<unknown> =>
        new Promise((resolve, reject) => {
          waiting.set(id, ({ value, isThrown }) =>
            isThrown ? reject(new ThrownElsewhere()) : resolve(value),
          );
          answers.post({ kind: 'function', id, index, args: given });
        });
    const complete = args.map((arg, index) => (functions.includes(index) ? remote(index) : arg));
    const controller = isCancellable ? new AbortController() : undefined;
    if (controller !== undefined) cancellable.set(id, controller);
    try {
      const signal = controller === undefined ? [] : [controller.signal];
      const work = async (): Promise<unknown> =>
        await duringWork(call.work, () => methodOf(repositories, repository, method)(...complete, ...signal));
      const value = await (turns === undefined ? work() : turns.run(call, work));
      if (answer === 'json') answers.post({ kind: 'reply', id, value });
      else answers.postClone({ kind: 'reply', id, value });
    } catch (error) {
      answers.post({ kind: 'reply', id, error: factsOf(error) });
    } finally {
      cancellable.delete(id);
    }
  };
  const receive = (request: Request): void => {
    switch (request.kind) {
      case 'call':
        void perform(request);
        return;
      case 'open':
        void duringWork(request.work, () => streams.open(request));
        return;
      case 'pull':
        streams.pull(request.id);
        return;
      case 'cancel':
        cancellable.get(request.id)?.abort();
        streams.cancel(request.id);
        return;
      case 'result': {
        const resume = waiting.get(request.id);
        waiting.delete(request.id);
        resume?.({ value: request.value, isThrown: request.isThrown });
      }
    }
  };
  port.on('message', (requests: readonly Request[]) => requests.forEach(receive));
}

/** A function of the calling thread threw. That thread keeps the error itself. */
class ThrownElsewhere extends Error {}
