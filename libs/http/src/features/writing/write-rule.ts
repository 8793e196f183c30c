import type { OnConflict, OnExists, OnNotExists, WriteRule } from '@cairn/spaces';
import { lenientList, type HubParameters } from '../query/hub-parameters.js';
import { collectFaults } from '../query/collect-faults.js';
import { oneOf } from '../query/one-of.js';

const onExists: readonly OnExists[] = ['patch', 'replace', 'merge', 'delete', 'retain', 'error'];
const onNotExists: readonly OnNotExists[] = ['create', 'retain', 'error'];
const onConflict: readonly OnConflict[] = ['error', 'retain', 'replace'];

/** The client's choices for existing and new features. By default they are patched or created. */
export interface WriteWords {
  readonly onExists?: unknown;
  readonly onNotExists?: unknown;
  readonly onConflict?: unknown;
}

/** The parameter names of the choices, for error messages. */
type WordNames = Readonly<Record<keyof WriteWords, string>>;

const inQuery: WordNames = { onExists: 'e', onNotExists: 'ne', onConflict: 'cr' };

/** Reads `e`, `ne` and `cr`. Without `e`, `otherwise` applies to existing features. @throws {InvalidInput} */
export function parseWriteRule(parameters: HubParameters, otherwise: OnExists = 'patch'): WriteRule {
  const [e, ne, cr] = [parameters.text('e'), parameters.text('ne'), parameters.text('cr')];
  const words = { onExists: e ?? otherwise, onNotExists: ne, onConflict: cr };
  return { ...writeRule(words, inQuery), ...parseTagChange(parameters) };
}

/** Reads `addTags` and `removeTags`. */
export function parseTagChange(parameters: HubParameters): Pick<WriteRule, 'addTags' | 'removeTags'> {
  return {
    addTags: lenientList(parameters, 'addTags'),
    removeTags: lenientList(parameters, 'removeTags'),
  };
}

/** @throws {InvalidInput} with a pointer for each unknown value. */
export function writeRule(words: WriteWords, names: WordNames): WriteRule {
  return collectFaults({
    onExists: () => oneOf(onExists, words.onExists ?? 'patch', names.onExists),
    onNotExists: () => oneOf(onNotExists, words.onNotExists ?? 'create', names.onNotExists),
    onConflict: () => oneOf(onConflict, words.onConflict ?? 'error', names.onConflict),
  });
}
