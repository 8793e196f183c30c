/** Copies a text to the clipboard. Browsers offer the clipboard API only over TLS and on localhost. */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return await navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  const parent = document.activeElement?.closest('dialog') ?? document.body;
  parent.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
