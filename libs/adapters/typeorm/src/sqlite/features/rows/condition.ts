/** A part of a WHERE clause, with its parameters. */
export interface Condition {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** `TRUE` without conditions. */
export const allOf = (conditions: readonly Condition[]): Condition => joined(conditions, ' AND ', 'TRUE');

/** `FALSE` without conditions. */
export const anyOf = (conditions: readonly Condition[]): Condition => joined(conditions, ' OR ', 'FALSE');

function joined(conditions: readonly Condition[], operator: string, empty: string): Condition {
  const [only = { text: empty, values: [] }] = conditions;
  if (conditions.length < 2) return only;
  return { text: byHalves(conditions, operator), values: conditions.flatMap(({ values }) => values) };
}

/** SQLite limits the depth of an expression to 1,000. Each operator of a chain is one level. */
function byHalves(conditions: readonly Condition[], operator: string): string {
  const [only] = conditions;
  if (conditions.length < 2) return only?.text ?? '';
  const middle = Math.ceil(conditions.length / 2);
  const halves = [conditions.slice(0, middle), conditions.slice(middle)];
  return `(${halves.map((half) => byHalves(half, operator)).join(operator)})`;
}
