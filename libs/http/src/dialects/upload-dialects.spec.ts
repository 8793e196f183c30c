import { readFileSync } from 'node:fs';
import {
  OWN_DIALECT,
  sharexUploader,
  UPLOAD_DIALECTS,
  type ForeignDialect,
  type UploadDialectName,
} from '@cairn/api-schema';
import { describe, expect, it } from '@jest/globals';
import { dialectNamed, failureIn, successIn } from './upload-dialects.js';

const dialects = Object.entries<ForeignDialect>(UPLOAD_DIALECTS);

const url = 'https://cairn.example.org/cdn/a.png';

/** What each client takes out of an answer, as its source does; a failure is thrown. */
const clients: Readonly<Record<UploadDialectName, (status: number, body: never) => unknown>> = {
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

describe.each(dialects)('the dialect %s', (name, dialect) => {
  const read = (given: number, body: unknown): unknown =>
    clients[name as UploadDialectName](given, body as never);

  it('gives the client the address of the file', () => {
    expect(read(dialect.status, successIn(dialect, [url]))).toBe(url);
  });

  it('gives the client the reason of a failure', () => {
    expect(() => read(409, failureIn(dialect, 'Too many files.'))).toThrow('Too many files.');
  });
});

describe('docs/uploads.md', () => {
  const guide = readFileSync(new URL('../../../../docs/uploads.md', import.meta.url), 'utf8');
  const rows = guide
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.replaceAll(/ +/g, ' '));
  const code = (value: unknown): string =>
    `\`${JSON.stringify(value)
      .replaceAll('":', '": ')
      .replaceAll(/,(?=")/g, ', ')}\``;
  const fieldsOf = (fields: readonly string[]): string => fields.map((field) => `\`${field}\``).join(', ');

  it.each(dialects)('says what %s sends and is answered', (name, dialect) => {
    const cells = [
      `\`${name}\``,
      fieldsOf(dialect.fields),
      `${dialect.status} ${code(successIn(dialect, ['…']))}`,
      code(failureIn(dialect, '…')),
    ];
    expect(rows).toContain(`| ${cells.join(' | ')} |`);
  });

  it('says what is sent and answered without a dialect', () => {
    const { fields, status, address } = OWN_DIALECT;
    const answer = code({ id: '…', [address[0]]: '…' });
    expect(rows).toContain(`| none | ${fieldsOf(fields)} | ${status} ${answer} | nothing |`);
  });
});

it('a dialect is found by its name alone', () => {
  expect(dialectNamed('picgo')).toBe(UPLOAD_DIALECTS.picgo);
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
  expect(made).toMatchObject({ FileFormName: 'file', URL: '{json:url}', ErrorMessage: '{json:error}' });
});
