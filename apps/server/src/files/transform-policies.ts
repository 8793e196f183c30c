import { isDeepStrictEqual } from 'node:util';
import { TransformPolicy, type PresetCache, type Presets } from '@cairn/images';

/** The policy of the settings with the presets that are stored now; those of the settings come first. */
export class TransformPolicies {
  private latest: { readonly stored: Presets; readonly policy: TransformPolicy } | undefined;

  constructor(
    private readonly settings: TransformPolicy,
    private readonly known: Pick<PresetCache, 'current'>,
  ) {}

  /** The same object as long as the stored presets are the same. */
  async current(): Promise<TransformPolicy> {
    const stored = await this.known.current();
    const { latest } = this;
    if (latest !== undefined && isSame(latest.stored, stored)) return latest.policy;
    const { name, presets } = this.settings;
    const policy = new TransformPolicy(name, new Map([...stored, ...presets]));
    this.latest = { stored, policy };
    return policy;
  }
}

function isSame(one: Presets, other: Presets): boolean {
  return one === other || isDeepStrictEqual(one, other);
}
