import type { Comparison, FilterValue } from '@cairn/spaces';
import { all, exactly, negated, some, UNKNOWN, type Bind, type Condition } from './condition.js';

/** A member of one feature in SQL, by the types that it may have. */
export interface ComparedMember {
  /** Whether it is missing or null. The expression itself is never null. */
  readonly isNull: string;
  /** Compares it as a text; `test` returns the comparison of an expression of type text. */
  text(test: (expression: string) => string): Condition;
  /** Compares it as a number; the expression is of type `double precision`. */
  number(test: (expression: string) => string): Condition;
  /** Whether it is this boolean. */
  is(value: boolean): Condition;
}

const operators = {
  equals: '=',
  greater: '>',
  atLeast: '>=',
  less: '<',
  atMost: '<=',
  startsWith: '^@',
} as const;

/** A comparison in SQL, with the meaning that `matches` of the domain gives it. */
export function comparisonCondition(
  { operator, values }: Omit<Comparison, 'path'>,
  member: ComparedMember,
  bind: Bind,
): Condition {
  const holds = (sql: keyof typeof operators): Condition =>
    some([
      ...(sql === 'equals' ? nullsAndBooleans(values, member) : []),
      ...texts(values, (given) => member.text(comparedWith(operators[sql], array(given, 'text')))),
      ...(sql === 'startsWith'
        ? []
        : numbers(values, (given) =>
            member.number(comparedWith(operators[sql], array(given, 'double precision'))),
          )),
    ]);
  // All values of one type are one parameter, because planning time grows with the length of the statement.
  const array = (given: readonly unknown[], type: string): string =>
    given.length === 1 ? `${bind(given[0])}::${type}` : `ANY(${bind(given)}::${type}[])`;
  // PostgreSQL changes case in another way than JavaScript.
  if (operator === 'includes') return { ...member.text(() => 'TRUE'), surely: UNKNOWN.surely };
  if (operator !== 'notEquals') return holds(operator);
  return all([exactly(`NOT ${member.isNull}`), negated(holds('equals'))]);
}

const comparedWith =
  (operator: string, parameter: string) =>
  (expression: string): string =>
    `${expression} ${operator} ${parameter}`;

function nullsAndBooleans(values: readonly FilterValue[], member: ComparedMember): readonly Condition[] {
  return [
    ...(values.includes(null) ? [exactly(member.isNull)] : []),
    ...[true, false].filter((value) => values.includes(value)).map((value) => member.is(value)),
  ];
}

/** PostgreSQL stores no text with NUL or half a surrogate pair. */
function texts(
  values: readonly FilterValue[],
  condition: (plain: readonly string[]) => Condition,
): readonly Condition[] {
  const given = values.filter((value) => typeof value === 'string');
  return known(given, given.filter(isPlainText), condition);
}

function numbers(
  values: readonly FilterValue[],
  condition: (finite: readonly number[]) => Condition,
): readonly Condition[] {
  const given = values.filter((value) => typeof value === 'number');
  return known(given, given.filter(Number.isFinite), condition);
}

function known<Value>(
  given: readonly Value[],
  comparable: readonly Value[],
  condition: (values: readonly Value[]) => Condition,
): readonly Condition[] {
  return [
    ...(comparable.length > 0 ? [condition(comparable)] : []),
    ...(comparable.length < given.length ? [UNKNOWN] : []),
  ];
}

export function isPlainText(value: unknown): value is string {
  return typeof value === 'string' && !/[\0\p{Cs}]/u.test(value);
}
