import type { Comparison, FilterValue } from '@cairn/spaces';
import { all, exactly, negated, some, UNKNOWN, type Bind, type Condition } from './condition.js';

/** A member of one feature in SQL, by the types that it may have. */
export interface ComparedMember {
  /** Whether it is missing or null; never null itself. */
  readonly isNull: string;
  /** Compares it with a text; `test` makes the comparison of an expression of type text. */
  text(test: (expression: string) => string): Condition;
  /** The same for numbers, as `double precision`. */
  number(test: (expression: string) => string): Condition;
  /** Whether it is this boolean. */
  is(value: boolean): Condition;
}

const operators = { greater: '>', atLeast: '>=', less: '<', atMost: '<=' } as const;

/** What `matches` of the domain makes of a comparison. */
export function comparisonCondition(
  { operator, values }: Omit<Comparison, 'path'>,
  member: ComparedMember,
  bind: Bind,
): Condition {
  const one = (test: (value: FilterValue) => Condition): Condition => some(values.map(test));
  switch (operator) {
    case 'equals':
      return one((value) => equality(value, member, bind));
    case 'notEquals':
      return all([exactly(`NOT ${member.isNull}`), negated(one((value) => equality(value, member, bind)))]);
    case 'startsWith':
      return one((value) =>
        typeof value === 'string' ? ofText(value, (text) => member.text(prefixTest(text, bind))) : NO,
      );
    default:
      return one((value) => ordering(operators[operator], value, { member, bind }));
  }
}

const NO = exactly('FALSE');

function equality(value: FilterValue, member: ComparedMember, bind: Bind): Condition {
  if (value === null) return exactly(member.isNull);
  if (typeof value === 'boolean') return member.is(value);
  return ordering('=', value, { member, bind });
}

function ordering(
  operator: string,
  value: FilterValue,
  { member, bind }: { readonly member: ComparedMember; readonly bind: Bind },
): Condition {
  if (typeof value === 'string') {
    return ofText(value, (text) => {
      const parameter = `${bind(text)}::text`;
      return member.text((expression) => `${expression} ${operator} ${parameter}`);
    });
  }
  if (typeof value !== 'number') return NO;
  if (!Number.isFinite(value)) return UNKNOWN;
  const parameter = `${bind(value)}::double precision`;
  return member.number((expression) => `${expression} ${operator} ${parameter}`);
}

function prefixTest(text: string, bind: Bind): (expression: string) => string {
  const parameter = `${bind(text)}::text`;
  return (expression) => `starts_with(${expression}, ${parameter})`;
}

/** PostgreSQL has no text with NUL or half a surrogate pair. */
function ofText(text: string, condition: (text: string) => Condition): Condition {
  return isPlainText(text) ? condition(text) : UNKNOWN;
}

export function isPlainText(value: unknown): value is string {
  return typeof value === 'string' && !/[\0\p{Cs}]/u.test(value);
}
