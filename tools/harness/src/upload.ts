/** Parts of an upload form. */
export interface UploadParts {
  readonly bytes: Uint8Array;
  readonly name?: string;
  readonly path?: string;
  readonly tags?: string;
}

/** A multipart form with the fields before the file. */
export function uploadForm({ bytes, name = 'photo.jpg', path, tags }: UploadParts): FormData {
  const form = new FormData();
  if (path !== undefined) form.set('path', path);
  if (tags !== undefined) form.set('tags', tags);
  form.set('file', new Blob([Uint8Array.from(bytes)]), name);
  return form;
}
