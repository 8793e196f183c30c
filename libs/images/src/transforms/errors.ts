import { DomainError } from '@cairn/kernel';

/** Only signed URLs may request this transform. `nearest` is the query of one that needs no signature. */
export class TransformRefused extends DomainError {
  readonly code = 'transform-refused';

  constructor(readonly nearest: string | undefined) {
    super(
      `This transform is not served at an unsigned address. ${
        nearest === undefined
          ? 'Only the file as it was uploaded is.'
          : `The nearest one that is: \`?${nearest}\` after the address of the file.`
      }`,
    );
  }
}

/** The image cannot be rendered this way. Retrying does not help. */
export class Unrenderable extends DomainError {
  readonly code = 'unrenderable';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The image cannot be rendered: ${reason}.`, options);
  }
}

/** The process crashed in every attempt to render it. */
export class RendererCrashed extends Unrenderable {
  constructor() {
    super('it ended the processes that tried');
  }
}

/** The rendering timed out. */
export class RenderTimeout extends DomainError {
  readonly code = 'render-timeout';

  constructor(limitInSeconds: number) {
    super(`Rendering the image took longer than ${limitInSeconds} s. Ask for a smaller one.`);
  }
}

/** Too many renderings at once. The same call may succeed later. */
export class RendererBusy extends DomainError {
  readonly code = 'renderer-busy';

  constructor(message = 'Too many images are being rendered; try again later.') {
    super(message);
  }
}

/** The process was killed in every attempt to render it, for example by the system for lack of memory. */
export class RendererKilled extends RendererBusy {
  constructor() {
    super('The processes that tried to render the image were killed; try again later.');
  }
}

/** No request waits for the image any more. */
export class RenderCancelled extends DomainError {
  readonly code = 'render-cancelled';

  constructor() {
    super('The rendering was cancelled.');
  }
}
