import type { HubParameters } from './hub-parameters.js';

/** The ids of a request. Clients encode the commas of lists, so one value may stand for several ids. */
export interface IdChoice {
  readonly isEmpty: boolean;
  /** The first id, if there is only one. */
  readonly only: string | undefined;
  /** The ids. A value with an encoded comma is one id if that feature exists, else a list. */
  resolve(
    find: (ids: readonly string[]) => Promise<readonly { readonly id: string }[]>,
  ): Promise<readonly string[]>;
}

/** Reads `id`. */
export function parseIds(parameters: HubParameters): IdChoice {
  const given = parameters.list('id').filter((id) => id !== '');
  const doubtful = given.filter((id) => id.includes(','));
  return {
    isEmpty: given.length === 0,
    only: given.length === 1 ? given[0] : undefined,
    resolve: async (find) => {
      const known = new Set(doubtful.length > 0 ? (await find(doubtful)).map(({ id }) => id) : []);
      const ids = given.flatMap((id) =>
        known.has(id) ? [id] : id.split(',').filter((piece) => piece !== ''),
      );
      return [...new Set(ids)];
    },
  };
}
