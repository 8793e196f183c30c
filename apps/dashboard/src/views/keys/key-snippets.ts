import type { CreatedKey } from '@cairn/api-schema';

/** Uploads with a key: by curl, by the client library, and in ShareX. */
export function snippetsFor(
  { key, name }: CreatedKey,
  baseUrl: string,
): readonly { name: string; text: string }[] {
  const curl = `curl -H "Authorization: Bearer ${key}" \\\n  -F file=@photo.jpg ${baseUrl}/api/upload`;
  const sdk = `import { createClient } from '@cairn/client';

const cairn = createClient({
  baseUrl: '${baseUrl}',
  key: '${key}',
});
const { url } = await cairn.upload(file);`;
  const shareX = {
    Version: '15.0.0',
    Name: `Cairn (${name})`,
    DestinationType: 'ImageUploader',
    RequestMethod: 'POST',
    RequestURL: `${baseUrl}/api/upload`,
    Headers: { Authorization: `Bearer ${key}` },
    Body: 'MultipartFormData',
    FileFormName: 'file',
    URL: '{json:url}',
    ErrorMessage: '{json:detail}',
  };
  return [
    { name: 'curl', text: curl },
    { name: 'JavaScript', text: sdk },
    { name: 'ShareX', text: JSON.stringify(shareX, undefined, 2) },
  ];
}
