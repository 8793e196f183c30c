import 'reflect-metadata';
import { createApplication, type Application } from '@cairn/composition';
import { Addresses, createHandler, noLog, RecentErrors, type ApiHandler } from '@cairn/http';
import { ListSpaces } from '@cairn/spaces';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable, Module, type CanActivate, type INestApplication, type Provider } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { parseSettings } from '../settings/settings.js';
import { CairnModule } from './cairn-module.js';

/** Lets nobody in. */
@Injectable()
class ClosingGuard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

@Module({})
class Host {}

const addresses = new Addresses('http://cairn', 'http://cairn/cdn');
let application: Application;
let api: ApiHandler | undefined;
let nest: INestApplication | undefined;

beforeAll(async () => {
  application = await createApplication({ database: { kind: 'memory' }, blobs: { kind: 'memory' } });
  createHandler({
    application,
    settings: parseSettings({}),
    addresses,
    version: '1',
    log: noLog,
    recentErrors: new RecentErrors(),
    linkMap: { program: undefined },
    route: (created) => (api = created).listener,
  });
});
afterEach(async () => await nest?.close());
afterAll(async () => await application.close());

/** Starts an application of NestJS that imports the module. */
async function host(providers: Provider[]): Promise<{ nest: INestApplication; url: string }> {
  if (api === undefined) throw new Error('There is no API.');
  const imports = [CairnModule.over({ application, addresses, api })];
  nest = await NestFactory.create({ module: Host, imports, providers }, { logger: false, bodyParser: false });
  await nest.listen(0, '127.0.0.1');
  return { nest, url: await nest.getUrl() };
}

describe('CairnModule', () => {
  it('offers the API and the use cases to an application of NestJS', async () => {
    const { nest: made, url } = await host([]);
    expect(made.get(ListSpaces)).toBeInstanceOf(ListSpaces);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    const refused = await fetch(`${url}/api/keys`, { method: 'POST' });
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'unauthenticated' }]);
  });

  it('lets guards of that application decide first', async () => {
    const { url } = await host([{ provide: APP_GUARD, useClass: ClosingGuard }]);
    const statuses = await Promise.all(
      ['/livez', '/api/keys', '/hub/spaces'].map(async (path) => (await fetch(url + path)).status),
    );
    expect(statuses).toEqual([403, 403, 403]);
  });
});
