import 'reflect-metadata';
import type { ServerResponse } from 'node:http';
import { createApplication, EraseOwner, type Application } from '@cairn/composition';
import type { HostPrincipal } from '@cairn/http';
import { ListSpaces } from '@cairn/spaces';
import { fixtures } from '@cairn/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Body,
  Catch,
  Controller,
  Injectable,
  Module,
  Post,
  type ArgumentsHost,
  type CanActivate,
  type DynamicModule,
  type ExceptionFilter,
  type ExecutionContext,
  type INestApplication,
  type Provider,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory } from '@nestjs/core';
import { CairnHealth } from './cairn-health.js';
import { CairnModule } from './cairn-module.js';
import { Mounted, type CairnOptions } from './mounted.js';
import { RawBodies } from './raw-bodies.js';

const MEMORY = { database: { kind: 'memory' }, blobs: { kind: 'memory' } } as const;
const users: ReadonlyMap<string, HostPrincipal> = new Map([['Bearer alice', { owner: 'alice' }]]);
const principal: CairnOptions['principal'] = ({ headers }) => users.get(headers.authorization ?? '');
const alice = { authorization: 'Bearer alice' };

/** Lets nobody in. */
@Injectable()
class ClosingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.getClass().name === 'OwnController';
  }
}

/** Knows the errors of the application. */
@Catch()
class OwnFilter implements ExceptionFilter {
  catch(_error: unknown, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<ServerResponse>().writeHead(418).end();
  }
}

@Controller()
class OwnController {
  @Post('own')
  own(@Body() body: object): object {
    return body;
  }
}

@Module({ controllers: [OwnController] })
class Host {}

let application: Application;
let nest: INestApplication | undefined;

beforeAll(async () => (application = await createApplication(MEMORY)));
afterEach(async () => await nest?.close());
afterAll(async () => await application.close());

const mounted = (): DynamicModule =>
  CairnModule.forRoot({ application, basePath: '/media', publicUrl: 'http://club', principal });

/** Starts an application of NestJS that imports the module, with the parsers of bodies that it has by default. */
async function host(cairn: DynamicModule, providers: Provider[] = []): Promise<string> {
  const module = { module: Host, imports: [cairn], providers };
  nest = await NestFactory.create(module, { logger: false });
  await nest.listen(0, '127.0.0.1');
  return await nest.getUrl();
}

async function upload(url: string): Promise<Response> {
  const body = new FormData();
  body.set('file', new Blob([fixtures.png.bytes]), 'a.png');
  return await fetch(`${url}/media/api/upload`, { method: 'POST', headers: alice, body });
}

describe('CairnModule', () => {
  it('offers the API, files and use cases to an application of NestJS, below a path', async () => {
    const url = await host(mounted());
    expect(nest?.get(ListSpaces, { strict: false })).toBeInstanceOf(ListSpaces);
    expect(nest?.get(EraseOwner, { strict: false })).toBeInstanceOf(EraseOwner);
    const made = await upload(url);
    const image = (await made.json()) as { readonly id: string; readonly url: string };
    expect([made.status, image.url]).toEqual([201, 'http://club/media/cdn/a.png']);
    const file = await fetch(`${url}/media/cdn/a.png`, { headers: { range: 'bytes=1-3' } });
    expect([file.status, await file.text()]).toEqual([206, 'PNG']);
    const refused = await fetch(`${url}/media/api/images/${image.id}`);
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'unauthenticated' }]);
    const wrong = await fetch(`${url}/media/api/upload`, { method: 'PUT' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('is there where NestJS has no HTTP, and where that comes later', async () => {
    const context = await NestFactory.createApplicationContext(mounted(), { logger: false });
    expect(context.get(ListSpaces)).toBeInstanceOf(ListSpaces);
    let tell: () => void = () => undefined;
    const used: unknown[] = [];
    const adapter = { getType: () => 'express', use: (layer: unknown) => used.push(layer) };
    const later = { subscribe: (told: () => void) => void (tell = told) };
    const adapters: ConstructorParameters<typeof RawBodies>[0] = { init$: later };
    const raw = new RawBodies(adapters, context.get(Mounted));
    Object.assign(adapters, { httpAdapter: adapter });
    tell();
    expect([raw, used.length]).toEqual([expect.any(RawBodies), 1]);
    await context.close();
  });

  it('reads bodies itself, and leaves those of others to their parsers', async () => {
    const url = await host(mounted());
    const json = { 'content-type': 'application/json' };
    const headers = { ...json, ...alice };
    const space = JSON.stringify({ title: 'Trails', description: '' });
    const made = await fetch(`${url}/media/hub/spaces`, { method: 'POST', headers, body: space });
    const { id } = (await made.json()) as { readonly id: string };
    const properties = { text: 'x'.repeat(200_000) }; // a parser of NestJS would refuse it
    const geometry = { type: 'Point', coordinates: [8, 47] };
    const body = JSON.stringify({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', id: 'a', geometry, properties }],
    });
    const put = await fetch(`${url}/media/hub/spaces/${id}/features`, { method: 'PUT', headers, body });
    expect([put.status, (await put.text()).length > 200_000]).toEqual([200, true]);
    const own = await fetch(`${url}/own`, { method: 'POST', headers: json, body: '{"is":"own"}' });
    expect(await own.json()).toEqual({ is: 'own' });
  });

  it('lets guards of that application decide first, and its filters answer for them', async () => {
    const url = await host(mounted(), [
      { provide: APP_GUARD, useClass: ClosingGuard },
      { provide: APP_FILTER, useClass: OwnFilter },
    ]);
    const statuses = await Promise.all(
      ['/livez', '/api/keys', '/hub/spaces', '/cdn/a.png'].map(
        async (path) => (await fetch(`${url}/media${path}`)).status,
      ),
    );
    expect(statuses).toEqual([418, 418, 418, 418]);
    expect((await fetch(`${url}/own`, { method: 'POST' })).status).toBe(201);
  });

  it('has only the parts that are asked for', async () => {
    const url = await host(
      CairnModule.forRoot({ application, publicUrl: 'http://club', principal, parts: ['spaces'] }),
    );
    const statuses = await Promise.all(
      ['/hub/spaces', '/api/images', '/cdn/a.png', '/livez'].map(
        async (path) => (await fetch(url + path, { headers: alice })).status,
      ),
    );
    expect(statuses).toEqual([200, 404, 404, 404]);
  });

  it('takes options that need the application, and closes what it opens', async () => {
    const url = await host(
      CairnModule.forRootAsync({
        basePath: '/media',
        parts: ['service'],
        useFactory: async () =>
          await Promise.resolve({ application: MEMORY, publicUrl: 'http://club', principal }),
      }),
    );
    expect((await fetch(`${url}/media/livez`)).status).toBe(200);
    const health = nest?.get(CairnHealth, { strict: false });
    expect(await health?.check('cairn')).toEqual({
      cairn: { status: 'up', state: 'ok', database: 'ok', blobs: 'ok' },
    });
    await nest?.close();
    nest = undefined;
    expect(await health?.check('cairn')).toMatchObject({ cairn: { status: 'down', state: 'draining' } });
  });
});
