import { createApplication, type Application } from '@cairn/composition';
import { DomainError, InvalidInput } from '@cairn/kernel';
import {
  InvalidSettings,
  parseSettings,
  reasonOf,
  type Environment,
  type ServerSettings,
} from '@cairn/server/settings';
import { cac, type CAC } from 'cac';
import type { Call, Command, ExitCode } from './command.js';
import { Options, UsageError } from './options.js';
import { Output, type Terminal } from './output.js';

/** The environment of the program: of the process, or of a test. */
export interface Surroundings {
  readonly environment: Environment;
  readonly out: Terminal;
  readonly err: Terminal;
  readonly signal: AbortSignal;
  readonly version: string;
}

/**
 * A prefix that no argument of a process contains. It prevents `007` and `1.10` from being parsed as numbers, and `-` as an
 * option.
 */
const NO_NUMBER = '\0';

const wordsOf = ({ usage }: Command): string => /^[^<[]*/.exec(usage)?.[0].trim() ?? '';

/** Runs the command that the arguments name. Never rejects: errors are written to standard error. */
export async function run(
  args: readonly string[],
  commands: readonly Command[],
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { out, err, environment } = surroundings;
  let output = new Output(out, err, args.includes('--json') ? 'json' : 'text');
  try {
    const cli = describe(commands, surroundings.version);
    const names = commands.map(wordsOf);
    const { options: values } = cli.parse(['node', 'cairn', ...tokensOf(args, names)], { run: false });
    const command = commands.find((one) => wordsOf(one) === cli.matchedCommand?.name);
    if (command === undefined) return withoutCommand(cli, args, names);
    for (const check of ['UnknownOptions', 'OptionValue', 'RequiredArgs', 'UnusedArgs'] as const)
      cli.matchedCommand?.[`check${check}`]();
    const options = optionsOf(values);
    output = new Output(out, err, options.isSet('json') ? 'json' : 'text');
    const given = cli.args.map(plain);
    return await execute(command, { args: given, options, output, signal: surroundings.signal, environment });
  } catch (error) {
    const { message, exitCode } = failureOf(error, environment);
    output.failure(message);
    return exitCode;
  }
}

function describe(commands: readonly Command[], version: string): CAC {
  const cli = cac('cairn');
  for (const { usage, summary, options = [], examples } of commands) {
    const command = cli.command(usage, summary);
    for (const [flags, text] of options) command.option(flags, text);
    for (const example of examples) command.example(`  $ cairn ${example}`);
  }
  cli.option('--json', 'Write results as JSON, one value a line');
  return cli.help().version(version);
}

/** Joins the first two words if together they name a command. */
function tokensOf(args: readonly string[], names: readonly string[]): readonly string[] {
  const [first, second, ...others] = args;
  const name = `${first} ${second}`;
  const words = names.includes(name) ? [name, ...others] : args;
  return words.map((word) => {
    const [, flag = '', value = ''] = /^(--[\w-]+=)?(.*)$/s.exec(word) ?? [];
    const isNumber = !Number.isNaN(Number(value)) && (value !== '' || flag === '');
    return isNumber || word === '-' ? `${flag}${NO_NUMBER}${value}` : word;
  });
}

const plain = (text: string): string => text.replaceAll(NO_NUMBER, '');

function optionsOf(values: Readonly<Record<string, unknown>>): Options {
  const known = (value: unknown): string | boolean =>
    typeof value === 'boolean' ? value : plain(String(value));
  return new Options(
    new Map(Object.entries(values).map(([name, value]) => [name, [value].flat().map(known)])),
  );
}

function withoutCommand(cli: CAC, args: readonly string[], names: readonly string[]): ExitCode {
  const [first] = args;
  if (first === undefined) cli.outputHelp();
  if (first === undefined || cli.options['help'] === true || cli.options['version'] === true) return 0;
  const own = names.filter((name) => name.startsWith(`${first} `));
  throw new UsageError(
    own.length > 0
      ? `${first} is not a command of its own. There are: ${own.join(', ')}`
      : `${first} is not a command. \`cairn --help\` lists them`,
  );
}

/** Runs a command, and then closes everything it opened. */
async function execute(command: Command, call: Omit<Call, 'settings' | 'application'>): Promise<ExitCode> {
  let opened: Promise<Application> | undefined;
  const settings = (): ServerSettings => parseSettings(call.environment);
  const open = async (): Promise<Application> =>
    await createApplication({ ...settings().application, background: 'off' });
  try {
    return await command.run({ ...call, settings, application: () => (opened ??= open()) });
  } finally {
    await opened?.then(
      (application) => application.close(),
      () => undefined,
    );
  }
}

/** The message and the exit code for an error. */
interface Failure {
  readonly message: string;
  readonly exitCode: ExitCode;
}

/** Explains why a command failed. */
function failureOf(error: unknown, environment: Environment): Failure {
  if (isUsage(error)) return { message: error.message, exitCode: 2 };
  if (isInUse(error))
    return {
      message: `${messageOf(error)} Commands that take --url can work through its server instead, such as --url http://127.0.0.1:8080, with a key in CAIRN_KEY.`,
      exitCode: 1,
    };
  const isOwn = error instanceof DomainError && !error.code.startsWith('storage-');
  return { message: isOwn ? error.message : reasonOf(error, environment), exitCode: 1 };
}

function isUsage(error: unknown): error is Error {
  const isOwn =
    error instanceof UsageError || error instanceof InvalidSettings || error instanceof InvalidInput;
  return isOwn || (error instanceof Error && error.name === 'CACError');
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether another process has the SQLite file open. Compares names, because the class belongs to an adapter. */
function isInUse(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && cause.name === 'DatabaseInUse';
}
