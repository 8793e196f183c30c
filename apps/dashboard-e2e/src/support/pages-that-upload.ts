import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { download, type Folder } from '@cairn/harness';
import type { Page } from 'playwright-core';
import { StaticHost } from './static-host.js';
import type { ChosenFile } from './uploading.js';

/** The files of a package of npm that a page loads. */
interface Loaded {
  /** With its version. */
  readonly packed: string;
  /** Files and folders in it. */
  readonly files: readonly string[];
}

const packages: Readonly<Record<string, Loaded>> = {
  ckeditor: { packed: 'ckeditor5@48.5.2', files: ['dist/browser/ckeditor5.umd.js'] },
  editorjs: { packed: '@editorjs/editorjs@2.31.7', files: ['dist/editorjs.umd.js'] },
  'editorjs-image': { packed: '@editorjs/image@2.10.3', files: ['dist/image.umd.js'] },
  tinymce: {
    packed: 'tinymce@8.9.2',
    files: ['tinymce.min.js', 'icons', 'models', 'plugins/image', 'skins', 'themes'],
  },
  uppy: { packed: 'uppy@6.0.1', files: ['dist/uppy.min.mjs'] },
  dropzone: { packed: 'dropzone@6.3.5', files: ['dist/dropzone.mjs'] },
  filepond: { packed: 'filepond@4.32.12', files: ['dist/filepond.esm.js'] },
  vditor: {
    packed: 'vditor@4.0.0',
    files: ['dist/index.min.js', 'dist/js/lute', 'dist/js/i18n', 'dist/js/icons', 'dist/css'],
  },
};

/** Modules by the names of their packages. Both of Uppy are parts of its bundle. */
const MODULES = {
  '@uppy/core': "export { Uppy as default } from '/uppy/dist/uppy.min.mjs';",
  '@uppy/xhr-upload': "export { XHRUpload as default } from '/uppy/dist/uppy.min.mjs';",
  dropzone: "export { default } from '/dropzone/dist/dropzone.mjs';",
  filepond: "export * from '/filepond/dist/filepond.esm.js';",
};
const partFile = (name: string): string => `/${name.replaceAll('/', '-')}.js`;
const imports = Object.fromEntries(Object.keys(MODULES).map((name) => [name, partFile(name)]));

const pageOf = (scripts: readonly string[], program: string): string => `<!doctype html>
<meta charset="utf-8" />
<script type="importmap">${JSON.stringify({ imports })}</script>
${scripts.map((src) => `<script src="/${src}"></script>`).join('\n')}
<div id="editor"></div>
<div id="photos"></div>
<script type="module">${program}</script>`;

/** Pages by the program that they are made with. Each sets `upload`, which resolves with the address of a file. */
const pages: Readonly<Record<string, (snippet: string) => string>> = {
  Uppy: (snippet) =>
    pageOf(
      [],
      `${snippet}
      globalThis.upload = async (file) => {
        uppy.addFile({ name: file.name, type: file.type, data: file });
        const { successful } = await uppy.upload();
        return successful[0].uploadURL;
      };`,
    ),
  'CKEditor 5': (snippet) =>
    pageOf(
      ['ckeditor/dist/browser/ckeditor5.umd.js'],
      `${snippet}
      const { ClassicEditor, Essentials, Paragraph, Image, ImageUpload, SimpleUploadAdapter } = CKEDITOR;
      const plugins = [Essentials, Paragraph, Image, ImageUpload, SimpleUploadAdapter];
      const attachTo = document.querySelector('#editor');
      const editor = await ClassicEditor.create({ licenseKey: 'GPL', attachTo, plugins, ...config });
      globalThis.upload = async (file) => {
        editor.execute('uploadImage', { file });
        while (editor.plugins.get('PendingActions').hasAny) await new Promise((resolve) => setTimeout(resolve, 20));
        return /src="([^"]*)"/.exec(editor.getData())[1];
      };`,
    ),
  'Editor.js': (snippet) =>
    pageOf(
      ['editorjs/dist/editorjs.umd.js', 'editorjs-image/dist/image.umd.js'],
      `${snippet}
      const editor = new EditorJS({ holder: 'editor', tools });
      await editor.isReady;
      globalThis.upload = async (file) => {
        const uploaded = new Promise((resolve) => {
          new MutationObserver((_, observer) => {
            const picture = document.querySelector('.image-tool__image-picture');
            if (picture === null) return;
            observer.disconnect();
            resolve(picture.src);
          }).observe(document.body, { childList: true, subtree: true });
        });
        const clipboardData = new DataTransfer();
        clipboardData.items.add(file);
        document.querySelector('.ce-paragraph').focus();
        document.querySelector('.ce-paragraph').dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        return await uploaded;
      };`,
    ),
  TinyMCE: (snippet) =>
    pageOf(
      ['tinymce/tinymce.min.js'],
      `${snippet}
      const [editor] = await tinymce.init({ selector: '#editor', license_key: 'gpl', plugins: 'image', ...options });
      globalThis.upload = async (file) => {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const source = 'data:image/gif;base64,' + btoa(String.fromCharCode(...bytes));
        editor.insertContent('<img src="' + source + '">');
        await editor.uploadImages();
        return editor.dom.select('img')[0].src;
      };`,
    ),
  Dropzone: (snippet) =>
    pageOf(
      [],
      `${snippet}
      globalThis.upload = async (file) => {
        const uploaded = new Promise((resolve, reject) => {
          dropzone.on('success', (_, { url }) => resolve(url)).on('error', (_, reason) => reject(reason));
        });
        dropzone.addFile(file);
        return await uploaded;
      };`,
    ),
  FilePond: (snippet) =>
    pageOf(
      [],
      `${snippet}
      globalThis.upload = async (file) => {
        const uploaded = new Promise((resolve, reject) => {
          pond.on('processfile', (reason, { serverId }) => (reason ? reject(reason) : resolve(serverId)));
        });
        // What a page knows of the file is sent as a text, in the field of the file.
        await pond.addFile(file, { metadata: { from: 'a page' } });
        return await uploaded;
      };`,
    ),
  Vditor: (snippet) =>
    pageOf(
      ['vditor/dist/index.min.js'],
      `${snippet}
      const ready = new Promise((resolve) => {
        globalThis.vditor = new Vditor('editor', { cdn: '/vditor', cache: { enable: false }, after: resolve, ...options });
      });
      globalThis.upload = async (file) => {
        await ready;
        const chosen = new DataTransfer();
        chosen.items.add(file);
        const input = document.querySelector('#editor input[type=file]');
        input.files = chosen.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
        const shown = () => /\\]\\((http[^)]*)\\)/.exec(vditor.getValue());
        while (shown() === null) await new Promise((resolve) => setTimeout(resolve, 20));
        return shown()[1];
      };`,
    ),
};

async function readPackage(name: string, { packed, files }: Loaded): Promise<readonly [string, Buffer][]> {
  const folder = await download(packed);
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => files.some((file) => path === file || path.startsWith(`${file}/`)));
  return await Promise.all(
    paths.map(async (path) => [`${name}/${path}`, await readFile(join(folder, path))] as [string, Buffer]),
  );
}

/** A site whose pages upload by these snippets, each with the program that it is for. */
export async function openUploadingSite(snippets: ReadonlyMap<string, string>): Promise<StaticHost> {
  const read = await Promise.all(Object.entries(packages).map((entry) => readPackage(...entry)));
  const parts = Object.entries(MODULES).map(
    ([name, text]) => [partFile(name).slice(1), Buffer.from(text)] as const,
  );
  const made = Object.entries(pages).map(
    ([name, make]) => [`${name}.html`, Buffer.from(make(snippets.get(name) ?? ''))] as const,
  );
  const files: Folder = new Map([...read.flat(), ...parts, ...made]);
  return await StaticHost.start(files, { below: '/', hasRanges: false });
}

/** The programs for which there is a page. */
export const pagePrograms = Object.keys(pages);

/** Uploads a picture in the page of a program as its user does. Resolves with the address that the page shows then. */
export async function uploadInPage(
  page: Page,
  site: StaticHost,
  program: string,
  file: ChosenFile,
): Promise<string> {
  await page.goto(`${site.url}${encodeURIComponent(program)}.html`);
  const bytes = JSON.stringify([...file.buffer]);
  const picture = `new File([Uint8Array.from(${bytes})], ${JSON.stringify(file.name)}, { type: ${JSON.stringify(file.mimeType)} })`;
  return await page.evaluate<string>(`(async () => {
    while (globalThis.upload === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    return await globalThis.upload(${picture});
  })()`);
}
