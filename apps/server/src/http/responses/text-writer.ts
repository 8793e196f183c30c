import type { ServerResponse } from 'node:http';

/** Writes a long text as fast as its client takes it. */
export class TextWriter {
  private wake: () => void = () => undefined;

  constructor(private readonly response: ServerResponse) {
    // One listener for all: those of a compressed response cannot be taken off.
    const wake = (): void => this.wake();
    response.on('drain', wake).on('close', wake);
  }

  /** Resolves when the client can take more, or has gone. */
  async write(text: string): Promise<void> {
    if (this.response.destroyed || this.response.write(text)) return;
    await new Promise<void>((resolve) => (this.wake = resolve));
  }

  end(text: string): void {
    this.response.end(text);
  }
}
