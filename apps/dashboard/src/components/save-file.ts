/** Makes the browser save a file of this page, or the content at an address of this origin, under a name. */
export function saveFile(source: string | Blob, name: string): void {
  const link = document.createElement('a');
  link.href = typeof source === 'string' ? source : URL.createObjectURL(source);
  link.download = name;
  link.click();
  if (typeof source !== 'string') setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // it is read by then
}
