import { TransformPolicy, type KnownPresets, type Presets } from '@cairn/images';

/** The policy of the settings with the presets that are stored now; those of the settings come first. */
export class TransformPolicies {
  private latest: { readonly stored: Presets; readonly policy: TransformPolicy } | undefined;

  constructor(
    private readonly settings: TransformPolicy,
    private readonly known: Pick<KnownPresets, 'current'>,
  ) {}

  async current(): Promise<TransformPolicy> {
    const stored = await this.known.current();
    if (this.latest?.stored !== stored) {
      const { name, presets } = this.settings;
      this.latest = { stored, policy: new TransformPolicy(name, new Map([...stored, ...presets])) };
    }
    return this.latest.policy;
  }
}
