import { OutgoingHttp, OutgoingHttpFailed } from '@cairn/kernel';
import { ContainerModule } from 'inversify';
import type { OutgoingSettings } from '../settings/application-settings.js';

/** The adapter that sends requests to other servers, by these settings. */
export async function outgoingModule(
  settings: OutgoingSettings = { kind: 'none' },
): Promise<ContainerModule> {
  const http = await openOutgoing(settings);
  return new ContainerModule(({ bind }) => {
    bind(OutgoingHttp).toConstantValue(http);
  });
}

async function openOutgoing(settings: OutgoingSettings): Promise<OutgoingHttp> {
  switch (settings.kind) {
    case 'http': {
      const { AllowedAddresses, NodeOutgoingHttp } = await import('@cairn/adapter-http');
      return new NodeOutgoingHttp({ allowed: AllowedAddresses.parse(settings.allowedAddresses ?? []) });
    }
    case 'none':
      return { request: async () => refuse(), check: refuse };
    case 'custom':
      return settings.http;
  }
}

function refuse(): never {
  throw new OutgoingHttpFailed('address-not-allowed', 'This service asks no other servers.');
}
