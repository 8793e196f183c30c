import { MapFolder } from '../maps/map-folder.js';
import type { Command } from '../program/command.js';
import { UsageError } from '../program/options.js';
import { clientOf, serverOptions } from '../program/server-access.js';

/** Writes a map into a folder that any web server can serve. */
export const exportMap: Command = {
  usage: 'export map <id>',
  summary:
    'Write a map into a folder that opens from any web server: a page, tiles, GeoJSON and the base map',
  options: [
    ['--to <folder>', 'The folder: a new one, or one with an exported map, which it takes the place of'],
    ['--language <word>', 'The language of the page, en or de; en by default'],
    ...serverOptions,
  ],
  examples: ['export map 3KqYz0V9mTnB7xWcR4sLpD --to ./huts --url http://127.0.0.1:8080'],
  run: async (call) => {
    const { args, options, output, signal } = call;
    const [id = ''] = args;
    const to = options.text('to');
    if (to === undefined || to === '') throw new UsageError('Name the folder with --to');
    const language = options.oneOf('language', ['en', 'de']) ?? 'en';
    const client = clientOf(call);
    if (client === undefined)
      throw new UsageError('A map is exported by a running server: name its address with --url');
    const folder = await MapFolder.open(to);
    const answer = await client.open('GET /api/maps/{id}/export.zip', {
      params: { id },
      query: { language },
      signal,
      timeoutMs: Infinity,
    });
    const { files, sizeInBytes, removed } = await folder.write(answer.body, output.progress('Bytes'));
    output.result(
      { map: id, folder: to, files, sizeInBytes, removed },
      `${to}: ${files} files, ${sizeInBytes} bytes. Copy it to a web server, and open index.html there.`,
    );
    return 0;
  },
};
