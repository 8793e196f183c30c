import { InvalidInput } from '@cairn/kernel';
import { decodeText, type HubParameters } from './hub-parameters.js';
import { pathOf } from './property-filter.js';

/**
 * The names of properties that `selection` takes, each with `p.` in front. A comma may be encoded, as other lists have it; one in
 * a name is no end, because nothing that begins with `p.` follows.
 * @throws {InvalidInput} for another member: a file has features as they are, or without some of their properties.
 */
export function parseFields(parameters: HubParameters): readonly string[] | undefined {
  const sent = parameters.sent('selection').flatMap((value) => value.split(/,|%2c(?=p(?:\.|%2e))/i));
  const names = sent.filter((name) => name !== '');
  if (names.length === 0) return undefined;
  return names.map((name) => {
    const [root, field, ...below] = pathOf(name) ?? [];
    if (root === 'properties' && field !== undefined && below.length === 0) return field;
    throw InvalidInput.of(
      'invalid-selection',
      `\`${decodeText(name)}\` must be a property, such as \`p.name\`. A dot in its name is \`%2E\`.`,
      '/selection',
    );
  });
}
