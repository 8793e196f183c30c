import { isAllowed, type Caller, type Space } from '@cairn/spaces';

/** A caller of the spaces API, with what its scopes allow on spaces that it may access. */
export interface HubCaller extends Caller {
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
}

const readRights = ['readFeatures'];
const writeRights = ['manageSpaces', 'createFeatures', 'updateFeatures', 'deleteFeatures'];

/** The caller's rights on a space, by their XYZ Hub names. */
export function rightsOf(caller: HubCaller, space: Space): readonly string[] {
  if (!isAllowed(caller, space)) return [];
  return [
    ...(caller.mayRead ? readRights : []),
    ...(caller.mayWrite ? writeRights : []),
    ...(caller.mayWrite && caller.administrator ? ['adminSpaces'] : []),
  ];
}
