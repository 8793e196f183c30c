import type { Application } from '@cairn/composition';
import type { Environment, ServerSettings } from '@cairn/server/settings';
import type { Options } from './options.js';
import type { Output } from './output.js';

/** The exit code: 0 for success, 1 for a failure or a finding, 2 for an invalid call. */
export type ExitCode = 0 | 1 | 2;

/** A command of the program. */
export interface Command {
  /** Its one or two words, then its arguments: `keys create <account>`. */
  readonly usage: string;
  readonly summary: string;
  /** Flags as help shows them, such as `--at-once <count>`, and what they do. */
  readonly options?: readonly (readonly [flags: string, text: string])[];
  /** Sample calls, without the name of the program. */
  readonly examples: readonly string[];
  run(call: Call): Promise<ExitCode>;
}

/** One call of a command. */
export interface Call {
  /** The arguments in the order of `usage`. An omitted optional argument is absent. */
  readonly args: readonly string[];
  readonly options: Options;
  readonly output: Output;
  /** Aborts when the process is asked to end. The command then ends before its next step. */
  readonly signal: AbortSignal;
  readonly environment: Environment;
  /** The settings of the server. @throws {InvalidSettings} */
  settings(): ServerSettings;
  /**
   * Opens the stores of the settings without background work. They are closed when the command ends.
   * @throws {PartNotOpened} also when a server has the SQLite file open.
   */
  application(): Promise<Application>;
}
