import { isDeepStrictEqual } from 'node:util';
import { TransformPolicy, type PresetCache, type Presets } from '@cairn/images';

/** The configured policy with the stored presets. Presets of the settings take precedence. */
export class TransformPolicies {
  private latest: { readonly stored: Presets; readonly policy: TransformPolicy } | undefined;

  constructor(
    private readonly settings: TransformPolicy,
    private readonly known: Pick<PresetCache, 'current'>,
  ) {}

  /** Returns the same object until the stored presets change. */
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
