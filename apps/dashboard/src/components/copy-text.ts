/** Puts a text on the clipboard. Browsers have the interface for it only behind TLS and on the own machine. */
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
