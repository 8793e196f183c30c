interface Spelling {
  readonly operator: string;
  readonly symbol: string;
  /** Also written between equals signs, because clients and gateways change symbols: `=gt=`. */
  readonly word?: string;
  /** What a symbol means that does not say it. */
  readonly meaning?: string;
}

/** The operators of filters of features, as addresses spell them. */
export const FILTER_OPERATORS = [
  { operator: 'equals', symbol: '=' },
  { operator: 'notEquals', symbol: '!=' },
  { operator: 'greater', symbol: '>', word: 'gt' },
  { operator: 'atLeast', symbol: '>=', word: 'gte' },
  { operator: 'less', symbol: '<', word: 'lt' },
  { operator: 'atMost', symbol: '<=', word: 'lte' },
  { operator: 'contains', symbol: '@>', word: 'cs', meaning: 'contains' },
  { operator: 'startsWith', symbol: '^=', word: 'bw', meaning: 'starts with' },
  { operator: 'includes', symbol: '*=', word: 'has', meaning: 'has the text in it, in any case' },
] as const satisfies readonly Spelling[];

const spellings: readonly Spelling[] = FILTER_OPERATORS;
const explained = ({ symbol, meaning }: Spelling): string =>
  `\`${symbol}\`${meaning === undefined ? '' : ` (${meaning})`}`;

export const FILTER_WORDS: readonly string[] = spellings.flatMap(({ word }) => word ?? []);

/** The sentence about them in descriptions. */
export const filterOperatorList = `Operators: ${spellings.map(explained).join(', ')}, or ${FILTER_WORDS.map(
  (word) => `\`=${word}=\``,
).join(', ')}.`;
