import { FileRow } from './file-row.js';
import { counted, type FormTexts } from './form-texts.js';
import { Line } from './line.js';
import { part } from './part.js';
import type { Pictures } from './pictures.js';
import { newSent, Sending, type Sent, type State } from './sending.js';

/** Where the browser keeps the name that somebody gave. */
const NAME = 'cairn-guest';

/** Makes the form send many pictures, which are chosen or dropped, and say what has become of each. */
export class AddingForm {
  private readonly input: HTMLInputElement;
  private readonly guest: HTMLInputElement;
  private readonly send: HTMLButtonElement;
  private readonly output: HTMLOutputElement;
  private readonly texts: FormTexts;
  private readonly line: Line;
  private readonly sending: Sending;
  private readonly rows = new Map<Sent, FileRow>();

  constructor(
    private readonly form: HTMLFormElement,
    pictures: Pictures,
  ) {
    this.input = part(form, 'input[type=file]');
    this.guest = part(form, 'input[name=guest]');
    this.send = part(form, 'button');
    this.output = part(form, 'output');
    // The server has written it.
    this.texts = JSON.parse(form.dataset['texts'] ?? '') as FormTexts;
    this.line = new Line(pictures.list, () => this.report());
    this.sending = new Sending({
      url: form.dataset['upload'] ?? '',
      line: this.line,
      changed: (sent) => this.show(sent),
      added: (picture) => pictures.add(picture),
    });
  }

  /** `opener` is the link to the form, which then opens it and asks for files. */
  listen(opener: HTMLAnchorElement | null): void {
    Object.assign(this.input, { multiple: true, required: false });
    this.guest.value = remembered();
    opener?.addEventListener('click', (event) => {
      event.preventDefault();
      this.form.classList.add('open');
      this.input.click();
    });
    this.input.addEventListener('change', () => {
      this.choose([...(this.input.files ?? [])]);
      this.input.value = ''; // so that the same one can be chosen again
    });
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.sendAll();
    });
    addEventListener('beforeunload', (event) => {
      if (this.sending.isBusy) event.preventDefault();
    });
    this.followDrops();
    this.report();
  }

  private followDrops(): void {
    const isOfFiles = ({ dataTransfer }: DragEvent): boolean =>
      dataTransfer?.types.includes('Files') === true;
    addEventListener('dragover', (event) => {
      if (!isOfFiles(event)) return;
      event.preventDefault();
      this.form.classList.add('open', 'dropping');
    });
    addEventListener('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) this.form.classList.remove('dropping');
    });
    addEventListener('drop', (event) => {
      const { dataTransfer } = event;
      if (!isOfFiles(event) || dataTransfer === null) return;
      event.preventDefault();
      this.form.classList.remove('dropping');
      this.form.classList.add('open');
      this.choose([...dataTransfer.files]);
    });
  }

  /** Lists files. What surely is not taken is refused at once. */
  private choose(files: readonly File[]): void {
    for (const file of files) {
      const sent = newSent(file);
      sent.code = this.codeOf(file);
      if (sent.code !== '') sent.state = 'refused';
      const remove = (): void => this.remove(sent);
      const row = new FileRow(sent, this.texts, { remove, retry: () => this.sending.add(sent) });
      this.rows.set(sent, row);
      part(this.form, '.files').append(row.element);
    }
    this.report();
    part(this.form, '.files').lastElementChild?.scrollIntoView({ block: 'nearest' });
    if (!this.send.hidden) this.send.focus();
  }

  private codeOf({ type, size }: File): string {
    if (type.startsWith('video/')) return 'video';
    return size > Number(this.form.dataset['max']) ? 'file-too-large' : '';
  }

  private remove(sent: Sent): void {
    this.rows.get(sent)?.element.remove();
    this.rows.delete(sent);
    this.report();
    (this.send.hidden ? this.input : this.send).focus();
  }

  private sendAll(): void {
    const guest = this.guest.value.trim();
    remember(guest);
    for (const sent of this.inState('chosen')) this.sending.add(Object.assign(sent, { guest }));
    this.report();
    this.input.focus({ preventScroll: true }); // the button is gone
    this.output.scrollIntoView({ block: 'nearest' });
  }

  private show(sent: Sent): void {
    this.rows.get(sent)?.show();
    this.report();
  }

  private inState(...states: readonly State[]): readonly Sent[] {
    return [...this.rows.keys()].filter(({ state }) => states.includes(state));
  }

  /** Says how far all are, and in the end what has become of them. */
  private report(): void {
    const chosen = this.inState('chosen').length;
    this.send.hidden = chosen === 0;
    if (chosen > 0) this.send.textContent = counted(this.texts.send, chosen);
    const said = this.said();
    if (this.output.value !== said) this.output.value = said;
  }

  private said(): string {
    const { texts } = this;
    if (this.inState('ended').length > 0) return `${texts.gone}. ${texts.goneWhy}`;
    if (this.line.isBroken) return texts.offline;
    const count = (...states: readonly State[]): number => this.inState(...states).length;
    const [added, waiting, there, failed] = [
      count('added'),
      count('waiting'),
      count('there'),
      count('refused', 'failed'),
    ];
    const open = count('queued', 'sending');
    if (open === 0 && count('chosen') > 0) return '';
    const done = added + waiting + there + failed;
    if (open > 0) return texts.progress.replace('{done}', `${done}`).replace('{count}', `${done + open}`);
    const said = [
      [texts.thanks, added] as const,
      [texts.approval, waiting] as const,
      [texts.known, there] as const,
      [texts.failed, failed] as const,
    ]
      .filter(([, number]) => number > 0)
      .map(([text, number]) => counted(text, number));
    return [...(added === 0 && waiting > 0 ? [texts.thankYou] : []), ...said].join(' ');
  }
}

/** The browser may be told to keep nothing. */
function remembered(): string {
  try {
    return localStorage.getItem(NAME) ?? '';
  } catch {
    return '';
  }
}

function remember(name: string): void {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    return;
  }
}
