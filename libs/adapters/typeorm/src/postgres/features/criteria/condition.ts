/** A condition on a feature in SQL, as far as SQL can decide it. Neither expression is ever null. */
export interface Condition {
  /** True for every feature that meets the condition, and possibly for others. */
  readonly maybe: string;
  /** True only for features that meet the condition. */
  readonly surely: string;
}

/** Returns the placeholder of a value. */
export type Bind = (value: unknown) => string;

export const ALWAYS: Condition = exactly('TRUE');
export const NEVER: Condition = exactly('FALSE');
/** A condition that SQL cannot decide. */
export const UNKNOWN: Condition = { maybe: 'TRUE', surely: 'FALSE' };

export function exactly(sql: string): Condition {
  return { maybe: sql, surely: sql };
}

export function all(conditions: readonly Condition[]): Condition {
  return joined(conditions, ' AND ', ALWAYS);
}

export function some(conditions: readonly Condition[]): Condition {
  return joined(conditions, ' OR ', NEVER);
}

export function negated({ maybe, surely }: Condition): Condition {
  return { maybe: `NOT (${surely})`, surely: `NOT (${maybe})` };
}

export const isExact = ({ maybe, surely }: Condition): boolean => maybe === surely;

/** A statement with only those of the values that it uses, because PostgreSQL rejects others. */
export function withUsed(
  statement: string,
  values: readonly unknown[],
): {
  readonly text: string;
  readonly values: readonly unknown[];
} {
  const used: unknown[] = [];
  const places = new Map<string, number>();
  const text = statement.replaceAll(/\$(\d+)/g, (placeholder, number: string) => {
    const place = places.get(placeholder) ?? used.push(values[Number(number) - 1]);
    places.set(placeholder, place);
    return `$${place}`;
  });
  return { text, values: used };
}

function joined(conditions: readonly Condition[], operator: string, none: Condition): Condition {
  const [first = none, ...others] = conditions;
  if (others.length === 0) return first;
  const join = (part: keyof Condition): string =>
    conditions.map((condition) => `(${condition[part]})`).join(operator);
  return { maybe: join('maybe'), surely: join('surely') };
}
