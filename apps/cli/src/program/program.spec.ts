import { describe, expect, it } from '@jest/globals';
import type { Call, Command, ExitCode } from './command.js';
import { run } from './program.js';
import { UsageError } from './options.js';

let call: Call | undefined;

const command = (usage: string, options: Command['options'] = []): Command => ({
  usage,
  summary: 'Does it',
  options,
  examples: [usage],
  run: (given) => {
    call = given;
    if (given.options.number('atOnce', 1) === 13) throw new UsageError('13 is unlucky');
    given.output.table([
      { name: 'Ann', images: 3 },
      { name: 'Bo', images: 12 },
    ]);
    return Promise.resolve(0);
  },
});

const commands = [
  command('keys create <account> [name]', [
    ['--path <path>', 'A path'],
    ['--at-once <count>', 'How many'],
    ['--dry-run', 'Only report'],
  ]),
  command('keys list'),
  command('sweep'),
];

interface Ended {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

async function cairn(...args: string[]): Promise<Ended> {
  call = undefined;
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run(args, commands, {
    environment: {},
    out: { write: (text) => out.push(text) },
    err: { write: (text) => err.push(text) },
    signal: new AbortController().signal,
    version: '1.2.3',
  });
  return { code, out: out.join(''), err: err.join('') };
}

describe('the program', () => {
  it('finds a command of two words, with its arguments and options', async () => {
    expect((await cairn('keys', 'create', 'ann', '--dry-run', '--at-once', '4')).code).toBe(0);
    expect(call?.args).toEqual(['ann']);
    expect(call?.options.isSet('dryRun')).toBe(true);
    expect(call?.options.number('atOnce', 1)).toBe(4);
    expect(call?.options.text('path')).toBeUndefined();
  });

  it.each(['007', '1.10', '0x10', '2024', '1e3', 'a=1', '-'])('leaves %j as it is', async (text) => {
    await cairn('keys', 'create', text, '--path', text);
    expect([call?.args, call?.options.text('path')]).toEqual([[text], text]);
    await cairn('keys', 'create', 'ann', text, `--path=${text}`);
    expect([call?.args, call?.options.text('path')]).toEqual([['ann', text], text]);
  });

  it('writes tables in columns, and as JSON lines', async () => {
    expect((await cairn('sweep')).out).toBe('name  images\nAnn   3\nBo    12\n');
    expect((await cairn('sweep', '--json')).out).toBe(
      '{"name":"Ann","images":3}\n{"name":"Bo","images":12}\n',
    );
  });

  it.each([
    [['keys', 'create'], /missing required args/],
    [['keys', 'create', 'ann', 'a', 'b'], /Unused args/],
    [['keys', 'create', 'ann', '--pth', 'x'], /Unknown option `--pth`/],
    [['keys', 'create', 'ann', '--path'], /value is missing/],
    [['keys', 'create', 'ann', '--at-once', 'x'], /--at-once must be a whole number from 1 up, and is x/],
    [['keys', 'create', 'ann', '--at-once', '13'], /13 is unlucky/],
    [['keys'], /keys is not a command of its own\. There are: keys create, keys list/],
    [['keyz'], /keyz is not a command/],
  ])('ends with 2 and one line for %j', async (args, message) => {
    const { code, out, err } = await cairn(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err).toMatch(/^cairn: [^\n]*\n$/);
    const json = await cairn(...args, '--json');
    expect(JSON.parse(json.err)).toEqual({ error: expect.stringMatching(message) });
  });
});
