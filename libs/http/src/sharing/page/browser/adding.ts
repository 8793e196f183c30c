/** Makes the form send several pictures, one after another. */
export function followForm(form: HTMLFormElement): void {
  const [input, button] = [form.querySelector('input'), form.querySelector('button')];
  const output = form.querySelector('output');
  if (input === null || button === null || output === null) return;
  input.multiple = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const files = [...(input.files ?? [])];
    button.disabled = true;
    void sendAll(form, files, (done) => (output.value = `${done} / ${files.length}`)).then((failed) => {
      if (failed.length === 0) location.reload();
      button.disabled = false;
      output.value = failed.length === 0 ? '' : `${form.dataset['failed'] ?? ''} ${failed.join(', ')}`;
    });
  });
}

/** Resolves with the names of those that were not added. */
async function sendAll(
  { dataset }: HTMLFormElement,
  files: readonly File[],
  onProgress: (done: number) => void,
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const [index, file] of files.entries()) {
    onProgress(index);
    const body = new FormData();
    body.set('file', file);
    const response = await fetch(dataset['upload'] ?? '', { method: 'POST', body }).catch(() => undefined);
    if (response?.ok !== true) failed.push(file.name);
  }
  return failed;
}
