import { NotInTrash, Trash, type PortsOf, type Restoration, type Restorer } from '@cairn/kernel';
import { FeaturesNotWritten } from '../../errors.js';
import { SpaceRepository } from '../../registry/space-repository.js';
import { assertTakesWrites } from '../feature-access.js';
import { FeatureTrash } from './feature-trash.js';
import { MOST_AT_ONCE, restoreInSteps, restoringPorts } from './restore-steps.js';

/**
 * Restores all features of a deletion, as an entry of the trash. If there are many, restores the first ones and leaves
 * the rest to a job.
 */
export class RestoreDeletion implements Restorer {
  static readonly ports = { ...restoringPorts, spaces: SpaceRepository, entries: Trash, trash: FeatureTrash };

  constructor(private readonly ports: PortsOf<typeof RestoreDeletion.ports>) {}

  /**
   * @throws {NotInTrash} also if the space belongs to somebody else by now.
   * @throws {SpaceNotFound} {SpaceInactive} {SpaceReadOnly}
   * @throws {FeaturesNotWritten} with those that are left; the others are restored.
   */
  async execute(owner: string, entry: string): Promise<Restoration> {
    const { entries, spaces, trash } = this.ports;
    const [found] = await entries.find(owner, [entry]);
    const spaceId = found?.parts.find(({ type }) => type === 'space')?.id;
    if (found?.kind !== 'features' || spaceId === undefined) throw new NotInTrash();
    const space = await spaces.get(spaceId);
    if (space.owner !== owner) throw new NotInTrash();
    assertTakesWrites(space);
    const { failed, isStopped } = await restoreInSteps(this.ports, spaceId, { entry, most: MOST_AT_ONCE });
    if (isStopped) await trash.want(entry, {});
    if (failed.length > 0) throw new FeaturesNotWritten(failed);
    return { isRenamed: false };
  }
}
