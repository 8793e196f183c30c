import { readdir, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { ContentCoding } from '@cairn/http';

/** A file of the page, with its precompressed copies by content coding. */
export interface PageFile {
  readonly contentType: string;
  readonly copies: Readonly<Partial<Record<ContentCoding, Copy>>> & { readonly identity: Copy };
}

interface Copy {
  readonly path: string;
  readonly size: number;
  /** The bytes of the document, which differ from those on disk. */
  readonly bytes?: Buffer;
}

const suffixes = { br: '.br', gzip: '.gz' } as const;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The files below `folder` by URL path, such as `/index.html`. Empty if the page was not built. */
export async function readPageFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const sizes = await sizesIn(folder);
  const files = new Map<string, PageFile>();
  for (const [path, size] of sizes) {
    const contentType = contentTypes[extname(path)];
    if (contentType === undefined) continue;
    const copyOf = (coding: 'br' | 'gzip') => {
      const compressed = path + suffixes[coding];
      const compressedSize = sizes.get(compressed);
      return compressedSize === undefined ? {} : { [coding]: { path: compressed, size: compressedSize } };
    };
    const copies = { identity: { path, size }, ...copyOf('br'), ...copyOf('gzip') };
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { contentType, copies });
  }
  return files;
}

async function sizesIn(folder: string): Promise<ReadonlyMap<string, number>> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    return new Map(await Promise.all(paths.map(async (path) => [path, (await stat(path)).size] as const)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map();
    throw error;
  }
}

/** The same file with another text. */
export function withText({ copies, ...file }: PageFile, text: string): PageFile {
  const bytes = Buffer.from(text);
  const copyOf = (of: Buffer): Copy => ({ path: copies.identity.path, size: of.length, bytes: of });
  return {
    ...file,
    copies: { identity: copyOf(bytes), br: copyOf(brotliCompressSync(bytes)), gzip: copyOf(gzipSync(bytes)) },
  };
}
