import type { Application } from '@cairn/composition';
import type { Environment, ServerSettings } from '@cairn/server/settings';
import type { Options } from './options.js';
import type { Output } from './output.js';

/** What the process ends with: 0 is success, 1 a failure or something found, 2 a call that cannot be understood. */
export type ExitCode = 0 | 1 | 2;

/** A command of the program. */
export interface Command {
  /** Its one or two words, then its arguments: `keys create <account>`. */
  readonly usage: string;
  readonly summary: string;
  /** Flags as help shows them, such as `--at-once <count>`, and what they do. */
  readonly options?: readonly (readonly [flags: string, text: string])[];
  /** Calls that can be copied, without the name of the program. */
  readonly examples: readonly string[];
  run(call: Call): Promise<ExitCode>;
}

/** One call of a command. */
export interface Call {
  /** In the order of `usage`; an optional one that was left out is absent. */
  readonly args: readonly string[];
  readonly options: Options;
  readonly output: Output;
  /** Aborts when the process is asked to end. A command ends before its next step then. */
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
