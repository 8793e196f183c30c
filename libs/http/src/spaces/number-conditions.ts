import { InvalidInput } from '@cairn/kernel';
import type { NumberCondition } from '@cairn/spaces';
import type { ParsedUrlQuery } from 'node:querystring';

const operators: Readonly<Record<string, NumberCondition['operator']>> = {
  '=': '=',
  '!=': '!=',
  '>': '>',
  '=gt=': '>',
  '>=': '>=',
  '=gte=': '>=',
  '<': '<',
  '=lt=': '<',
  '<=': '<=',
  '=lte=': '<=',
};

// An additional `=` comes first if the operator is the value of a parameter, and last if a gateway appends it.
const CONDITION = /^(?:=(?=[=!<>]))?(=gte?=|=lte?=|[!<>]=|[<>=])(-?\d{1,15}(?:,-?\d{1,15})*)=?$/;

/**
 * The conditions of a query on a number, as one text. XYZ Hub puts the operator between name and value, as in
 * `name>=5`, so it may be part of the name, of the value, or of both.
 */
export function conditionsIn(query: ParsedUrlQuery, name: string): string | undefined {
  const given = Object.entries(query).flatMap(([sent, values]) => {
    if (!sent.toLowerCase().startsWith(name.toLowerCase()) || /^\w/.test(sent.slice(name.length))) return [];
    const rest = sent.slice(name.length);
    const texts = Array.isArray(values) ? values : [values ?? ''];
    return texts.map((value) => (value === '' ? rest : `${rest}=${value}`));
  });
  return given.length === 0 ? undefined : given.join('&');
}

/** Parses the result of `conditionsIn`. @throws {InvalidInput} */
export function parseConditions(text: string | undefined): readonly NumberCondition[] | undefined {
  return text?.split('&').map((part) => {
    const [, operator = '', values = ''] = CONDITION.exec(part) ?? [];
    const known = operators[operator];
    if (known === undefined)
      throw InvalidInput.of(
        'invalid-condition',
        `\`${part}\` is not an operator and whole numbers, as in \`>=5\`.`,
      );
    return { operator: known, values: values.split(',').map(Number) };
  });
}
