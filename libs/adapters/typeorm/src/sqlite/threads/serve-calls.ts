import type { MessagePort } from 'node:worker_threads';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { factsOf } from './error-facts.js';
import type { Answer, Call, Request } from './messages.js';

type Method = (...args: readonly unknown[]) => Promise<unknown>;
type Repositories = Readonly<Record<string, object>>;

/** Executes the calls that arrive at the port. Replies of one turn of the event loop are sent together. */
export function serveCalls(port: MessagePort, repositories: Repositories): void {
  const outbox = new Outbox(port);
  const waiting = new Map<
    number,
    (result: { readonly value: unknown; readonly isThrown: boolean }) => void
  >();
  const perform = async ({ id, repository, method, args, functions }: Call): Promise<void> => {
    const remote =
      (index: number) =>
      (...given: readonly unknown[]): Promise<unknown> =>
        new Promise((resolve, reject) => {
          waiting.set(id, ({ value, isThrown }) =>
            isThrown ? reject(new ThrownElsewhere()) : resolve(value),
          );
          outbox.post({ kind: 'function', id, index, args: given });
        });
    const complete = args.map((arg, index) => (functions.includes(index) ? remote(index) : arg));
    try {
      const value = await methodOf(repositories, repository, method)(...complete);
      outbox.post({ kind: 'reply', id, value });
    } catch (error) {
      outbox.post({ kind: 'reply', id, error: factsOf(error) });
    }
  };
  port.on('message', (requests: readonly Request[]) => {
    for (const request of requests) {
      if (request.kind === 'call') {
        void perform(request);
        continue;
      }
      const resume = waiting.get(request.id);
      waiting.delete(request.id);
      resume?.({ value: request.value, isThrown: request.isThrown });
    }
  });
}

/** A function of the calling thread threw. That thread keeps the error itself. */
class ThrownElsewhere extends Error {}

/** Sends everything posted in one turn of the event loop as one message: a message costs more than its content. */
class Outbox {
  private answers: string[] = [];

  constructor(private readonly port: MessagePort) {}

  post(answer: Answer): void {
    this.answers.push(textOf(answer));
    if (this.answers.length === 1) void this.flush();
  }

  private async flush(): Promise<void> {
    await nextTurn();
    const answers = this.answers;
    this.answers = [];
    // As JSON: parsing a listing takes half as long as a structured clone.
    this.port.postMessage(`[${answers.join(',')}]`);
  }
}

/** A reply that is not plain data becomes the error of its call. */
function textOf(answer: Answer): string {
  try {
    return JSON.stringify(answer);
  } catch (error) {
    return JSON.stringify({ kind: 'reply', id: answer.id, error: factsOf(error) } satisfies Answer);
  }
}

function methodOf(repositories: Repositories, name: string, method: string): Method {
  const repository = repositories[name];
  const found: unknown = repository && Reflect.get(repository, method);
  if (typeof found !== 'function') throw new Error(`There is no method ${name}.${method}.`);
  return async (...args) => (await Reflect.apply(found, repository, args)) as unknown;
}
