/** Makes the form send several pictures, one after another. */
export function followForm(form: HTMLFormElement): void {
  const [input, button] = [form.querySelector('input'), form.querySelector('button')];
  const output = form.querySelector('output');
  if (input === null || button === null || output === null) return;
  input.multiple = true;
  output.value = saidBefore();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const files = [...(input.files ?? [])];
    button.disabled = true;
    void sendAll(form, files, (done) => (output.value = `${done} / ${files.length}`)).then((sent) => {
      const { failed, there } = sent;
      const said = thereOf(form, there);
      if (failed.length === 0) reload(said);
      button.disabled = false;
      output.value =
        failed.length === 0 ? said : `${form.dataset['failed'] ?? ''} ${failed.join(', ')} ${said}`.trim();
    });
  });
}

interface Sent {
  /** The names of those that were not added. */
  readonly failed: readonly string[];
  /** How many were there already. */
  readonly there: number;
}

async function sendAll(
  { dataset }: HTMLFormElement,
  files: readonly File[],
  onProgress: (done: number) => void,
): Promise<Sent> {
  const failed: string[] = [];
  let there = 0;
  for (const [index, file] of files.entries()) {
    onProgress(index);
    const body = new FormData();
    body.set('file', file);
    const response = await fetch(dataset['upload'] ?? '', { method: 'POST', body }).catch(() => undefined);
    if (response?.ok !== true) failed.push(file.name);
    else if (await isThere(response)) there += 1;
  }
  return { failed, there };
}

async function isThere(response: Response): Promise<boolean> {
  const answer: unknown = await response.json().catch(() => undefined);
  return typeof answer === 'object' && answer !== null && 'existing' in answer;
}

function thereOf({ dataset }: HTMLFormElement, count: number): string {
  if (count === 0) return '';
  return count === 1
    ? (dataset['there'] ?? '')
    : (dataset['severalThere'] ?? '').replace('{count}', `${count}`);
}

/** Shows the page with what was added. What is to be said then is kept in the entry of the history, which a reload leaves. */
function reload(said: string): void {
  history.replaceState(said, '');
  location.reload();
}

function saidBefore(): string {
  const said: unknown = history.state;
  if (typeof said !== 'string') return '';
  history.replaceState(null, '');
  return said;
}
