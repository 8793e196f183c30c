import { DomainError } from '@cairn/kernel';

/** A caller without a signature may not have this transform; `nearest` is the query of one that they may have. */
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

/** The image cannot be rendered this way, however often it is tried. */
export class Unrenderable extends DomainError {
  readonly code = 'unrenderable';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The image cannot be rendered: ${reason}.`, options);
  }
}

/** Rendering it ended every process that tried. */
export class RendererCrashed extends Unrenderable {
  constructor() {
    super('it ended the processes that tried');
  }
}

/** Rendering took longer than it may. */
export class RenderTimeout extends DomainError {
  readonly code = 'render-timeout';

  constructor(limitInSeconds: number) {
    super(`Rendering the image took longer than ${limitInSeconds} s. Ask for a smaller one.`);
  }
}

/** Too much is being rendered already; the same call may succeed later. */
export class RendererBusy extends DomainError {
  readonly code = 'renderer-busy';

  constructor(message = 'Too many images are being rendered; try again later.') {
    super(message);
  }
}

/** Every process that tried to render it was killed by others, as the system does where its memory ends. */
export class RendererKilled extends RendererBusy {
  constructor() {
    super('The processes that tried to render the image were killed; try again later.');
  }
}

/** Nobody waits for the image any more. */
export class RenderCancelled extends DomainError {
  readonly code = 'render-cancelled';

  constructor() {
    super('The rendering was cancelled.');
  }
}
