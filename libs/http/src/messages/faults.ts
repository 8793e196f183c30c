import { InvalidInput, type Fault } from '@cairn/kernel';
import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;
type IssueOf<Code extends Issue['code']> = Extract<Issue, { readonly code: Code }>;

/** Parses a value with a schema. @throws {InvalidInput} with one sentence for each fault. */
export function parse<T>(value: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(value, { error: ruleOf });
  if (result.success) return result.data;
  throw new InvalidInput(faultsIn(result.error.issues));
}

function* faultsIn(issues: readonly z.core.$ZodIssue[]): Generator<Fault> {
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        yield faultAt([...issue.path, key], 'unknown-field', 'is not a known field');
    } else {
      yield faultAt(issue.path, issue.code.replaceAll('_', '-'), issue.message);
    }
  }
}

/** The fault of a field; `rule` is what is said of it, without a full stop. */
export function faultAt(path: readonly PropertyKey[], code: string, rule: string): Fault {
  const pointer = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { pointer, code, detail: `${nameOf(path)} ${rule}.` };
}

/** The path of a field in readable form, such as `scopes[0]`. */
function nameOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'The body';
  const name = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return `\`${name.replace(/^\./, '')}\``;
}

/** The rule that is broken, as the predicate of a sentence about the field. zod prefers a message set in the schema. */
function ruleOf(issue: Issue): string {
  if (issue.code !== 'unrecognized_keys' && issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${types[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return minimumRule(issue);
    case 'too_big':
      return maximumRule(issue);
    case 'invalid_value':
      return `must be ${alternatives(issue.values.map((value) => `\`${String(value)}\``))}`;
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? `written as ${issue.pattern ?? issue.format}`}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return 'has none of the accepted forms';
    case 'invalid_key':
      return 'has a name that is not allowed';
    case 'invalid_element':
      return 'has an entry that is not allowed';
    case 'unrecognized_keys':
      return 'has unknown fields';
    case 'custom':
      return 'is not valid';
  }
}

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  null: '`null`',
};

const formats: Readonly<Record<string, string>> = {
  datetime: 'a time in UTC such as `2030-12-31T23:59:59Z`',
  url: 'an address such as `https://example.com/`',
};

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries', set: 'entries' };

function minimumRule({ origin, minimum, inclusive = true }: IssueOf<'too_small'>): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${inclusive ? 'at least' : 'more than'} ${minimum}`;
  return Number(minimum) <= 1 ? 'must not be empty' : `must have at least ${minimum} ${unit}`;
}

function maximumRule({ origin, maximum, inclusive = true }: IssueOf<'too_big'>): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${inclusive ? 'at most' : 'less than'} ${maximum}`;
  return `must have at most ${maximum} ${unit}`;
}

function alternatives(values: readonly string[]): string {
  return values.length === 1 ? `${values[0]}` : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}
