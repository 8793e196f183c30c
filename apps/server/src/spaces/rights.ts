import { isAllowed, type Caller, type Space } from '@cairn/spaces';

/** Who calls the spaces API, and what its key (or having none) lets it do where a space is its own to use. */
export interface HubCaller extends Caller {
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
}

const readRights = ['readFeatures'];
const writeRights = ['manageSpaces', 'createFeatures', 'updateFeatures', 'deleteFeatures'];

/** What the caller may do with a space, in the words of XYZ Hub. */
export function rightsOf(caller: HubCaller, space: Space): readonly string[] {
  if (!isAllowed(caller, space)) return [];
  return [
    ...(caller.mayRead ? readRights : []),
    ...(caller.mayWrite ? writeRights : []),
    ...(caller.mayWrite && caller.administrator ? ['adminSpaces'] : []),
  ];
}
