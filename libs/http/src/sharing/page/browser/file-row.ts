import type { FormTexts } from './form-texts.js';
import { made } from './part.js';
import type { Sent } from './sending.js';
import { drawSmall } from './thumbnails.js';

interface Acts {
  readonly remove: () => void;
  readonly retry: () => void;
}

/** A file in the list: a small picture, its name, and what has become of it. */
export class FileRow {
  readonly element = made('li');
  private readonly state = made('span', { className: 'state' });
  private readonly progress = made('progress', { max: 1, hidden: true });
  private readonly button = made('button', { type: 'button' });

  constructor(
    private readonly sent: Sent,
    private readonly texts: FormTexts,
    acts: Acts,
  ) {
    const { name } = sent.file;
    const canvas = made('canvas');
    this.progress.ariaLabel = name;
    this.button.addEventListener('click', () => (sent.state === 'chosen' ? acts.remove() : acts.retry()));
    this.element.append(canvas, made('span', { className: 'name', textContent: name }));
    this.element.append(this.state, this.progress, this.button);
    this.show();
    if (!sent.file.type.startsWith('video/')) requestAnimationFrame(() => drawSmall(sent.file, canvas));
  }

  show(): void {
    const { state, part, file } = this.sent;
    this.element.dataset['state'] = state;
    const text = this.text();
    if (this.state.textContent !== text) this.state.textContent = text;
    this.progress.hidden = state !== 'sending';
    this.progress.value = part;
    const act = { chosen: this.texts.remove, failed: this.texts.retry }[String(state)];
    this.button.hidden = act === undefined;
    if (act === undefined || this.button.textContent === act) return;
    this.button.textContent = act;
    this.button.ariaLabel = `${act}: ${file.name}`;
  }

  private text(): string {
    const { texts, sent } = this;
    const { state, code, part } = sent;
    switch (state) {
      case 'sending':
        return `${texts.sending} ${Math.floor(part * 100)} %`;
      case 'refused':
        return code === 'video' ? texts.video : (texts.refusals[code] ?? texts.refusedOtherwise);
      case 'failed':
        return texts.broken;
      case 'ended':
        return texts.gone;
      default:
        return texts[state];
    }
  }
}
