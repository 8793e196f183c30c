/** A part of a WHERE clause, with its parameters. */
export interface Condition {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** `TRUE` of nothing. */
export const allOf = (conditions: readonly Condition[]): Condition => joined(conditions, ' AND ', 'TRUE');

/** `FALSE` of nothing. */
export const anyOf = (conditions: readonly Condition[]): Condition => joined(conditions, ' OR ', 'FALSE');

function joined(conditions: readonly Condition[], operator: string, empty: string): Condition {
  if (conditions.length === 0) return { text: empty, values: [] };
  const text = conditions.map((condition) => condition.text).join(operator);
  return { text: `(${text})`, values: conditions.flatMap(({ values }) => values) };
}
