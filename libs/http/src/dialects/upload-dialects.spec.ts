import { sharexUploader, UPLOAD_DIALECTS } from '@cairn/api-schema';
import { describe, expect, it } from '@jest/globals';
import { dialectNamed, uploadDialects } from './upload-dialects.js';

const url = 'https://cairn.example.org/cdn/a.png';

/** What each client takes out of an answer, as its source does; a failure is thrown. */
const clients: Readonly<Record<keyof typeof uploadDialects, (status: number, body: never) => unknown>> = {
  picgo: (status, body: { success: boolean; result: string[]; message?: string }) => {
    if (status !== 200 || !body.success) throw new Error(body.message);
    return body.result[0];
  },
  ckeditor: (_, body: { url?: string; error?: { message: string } }) => {
    if (body.error) throw new Error(body.error.message);
    return body.url;
  },
  editorjs: (status, body: { success: number; file: { url: string }; message?: string }) => {
    if (status < 200 || status > 299 || !body.success) throw new Error(body.message);
    return body.file.url;
  },
  tinymce: (status, body: { location?: unknown; error?: { message: string } }) => {
    if (status < 200 || status > 299 || typeof body.location !== 'string')
      throw new Error(body.error?.message);
    return body.location;
  },
  sharex: (status, body: { url: string; error?: string }) => {
    if (status < 200 || status > 299) throw new Error(body.error);
    return body.url;
  },
};

describe.each(UPLOAD_DIALECTS)('the dialect %s', (name) => {
  const { status, success, failure } = uploadDialects[name];
  const read = (given: number, body: unknown): unknown => clients[name](given, body as never);

  it('gives the client the address of the file', () => {
    expect(read(status, success([url]))).toBe(url);
  });

  it('gives the client the reason of a failure', () => {
    expect(() => read(409, failure('Too many files.'))).toThrow('Too many files.');
  });
});

it('a dialect is found by its name alone', () => {
  expect(dialectNamed('picgo')).toBe(uploadDialects.picgo);
  for (const other of ['', 'PicGo', 'toString', '__proto__', undefined, ['picgo']])
    expect(dialectNamed(other)).toBeUndefined();
});

it('ShareX uploads and reads by what its file says', () => {
  const made = sharexUploader('https://cairn.example.org/media', 'cairn_up_x');
  expect(made).toMatchObject({
    Name: 'Cairn at cairn.example.org',
    RequestURL: 'https://cairn.example.org/media/api/upload?as=sharex',
    Headers: { Authorization: 'Bearer cairn_up_x' },
  });
  const { fields, success, failure } = uploadDialects.sharex;
  expect(fields).toContain(made.FileFormName);
  expect(Object.keys(success([url]))).toEqual([made.URL.slice('{json:'.length, -1)]);
  expect(Object.keys(failure('no'))).toEqual([made.ErrorMessage.slice('{json:'.length, -1)]);
});
