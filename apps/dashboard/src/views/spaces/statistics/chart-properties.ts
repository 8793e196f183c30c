import type { StatisticsResponse } from '@cairn/api-schema';

/** The statistics of a property of a space. */
export type PropertyFact = NonNullable<StatisticsResponse['properties']>['value'][number];

/** Each property once, with the type that most features have there. */
export function mainFacts(properties: readonly PropertyFact[]): readonly PropertyFact[] {
  const facts = new Map<string, PropertyFact>();
  for (const fact of properties)
    if (fact.count > (facts.get(fact.key)?.count ?? 0)) facts.set(fact.key, fact);
  return [...facts.values()];
}

/** Properties that are mostly unique, so that every bar of a chart would have one feature. */
const naming = /^(?:id|name|title|label|url|address)$/i;

/** The properties that are worth a chart, those that divide features into groups first. */
export function countable(properties: readonly PropertyFact[]): readonly string[] {
  const rank = ({ key, datatype }: PropertyFact): number =>
    naming.test(key) ? 2 : datatype === 'string' || datatype === 'boolean' ? 0 : 1;
  return properties
    .filter(({ datatype }) => ['string', 'boolean', 'number'].includes(datatype))
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ key }) => key);
}

export function numeric(properties: readonly PropertyFact[]): readonly string[] {
  return properties.filter(({ datatype }) => datatype === 'number').map(({ key }) => key);
}
