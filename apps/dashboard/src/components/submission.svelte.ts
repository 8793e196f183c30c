import { sentenceOf } from '../api/faults.ts';
import { i18n } from '../i18n/i18n.svelte.ts';

/** Sends the input of a form. May return a text that says why it was not accepted. */
export type Send = () => Promise<string | void>;

/** The submission of a form: whether it is running, and why the last one failed. */
export class Submission {
  busy = $state(false);
  error = $state<string>();

  constructor(
    private readonly send: Send,
    private readonly reasonOf = (failure: unknown): string => sentenceOf(failure, i18n.t),
  ) {}

  /** The handler of the `submit` event. */
  readonly submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    await this.run();
  };

  /** Sends the form, or does something else of the same dialog. Does nothing while something is running. */
  async run(send = this.send): Promise<void> {
    if (this.busy) return;
    [this.busy, this.error] = [true, undefined];
    try {
      this.error = (await send()) ?? undefined;
    } catch (failure) {
      this.error = this.reasonOf(failure);
    } finally {
      this.busy = false;
    }
  }
}
