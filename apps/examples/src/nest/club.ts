import 'reflect-metadata';
import { createApplication, type Application } from '@cairn/composition';
import { CairnModule } from '@cairn/nest';
import {
  Body,
  ConflictException,
  Controller,
  Headers,
  Inject,
  Post,
  UnauthorizedException,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource, QueryFailedError } from 'typeorm';
import { addTour, membersBy, TABLES, type Club, type ClubSettings } from '../club.js';

const CAIRN = Symbol('Cairn');

/** The id of the member whose token a header has. */
async function memberOf(source: DataSource, authorization = ''): Promise<string | undefined> {
  const token = authorization.replace('Bearer ', '');
  const [user] = await source.query<{ id: string }[]>('SELECT id FROM users WHERE token = $1', [token]);
  return user?.id;
}

@Controller()
class ClubController {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    @Inject(CAIRN) private readonly cairn: Application,
  ) {}

  @Post('users')
  async createUser(@Body() { id, token }: { id: string; token: string }): Promise<{ id: string }> {
    await this.source.query('INSERT INTO users VALUES ($1, $2)', [id, token]);
    return { id };
  }

  @Post('tours')
  async createTour(
    @Body() { title }: { title: string },
    @Headers('authorization') authorization?: string,
  ): Promise<{ space: string }> {
    const owner = await memberOf(this.source, authorization);
    if (owner === undefined) throw new UnauthorizedException();
    const created = this.cairn.transaction(this.source, async ({ manager, inner }) => {
      const insert = async (values: string[]): Promise<void> =>
        void (await manager.query('INSERT INTO tours VALUES ($1, $2)', values));
      return await addTour(inner, { owner, title, insert });
    });
    const space = await created.catch((cause: unknown) => {
      throw isTaken(cause) ? new ConflictException('There is such a tour.') : cause;
    });
    return { space };
  }
}

/** Whether a row has a key that another one has. */
const isTaken = (error: unknown): boolean =>
  error instanceof QueryFailedError && Reflect.get(error.driverError, 'code') === '23505';

/** A club on NestJS 12: members and their photos and maps in one PostgreSQL database, by the club's own data source. */
export async function openClub({ databaseUrl, photosFolder, port }: ClubSettings): Promise<Club> {
  const source = await new DataSource({ type: 'postgres', url: databaseUrl }).initialize();
  await source.query(TABLES);
  const application = await createApplication({
    database: { kind: 'postgres', dataSource: source, schema: 'cairn' },
    blobs: { kind: 'fs', directory: photosFolder },
    users: membersBy(async (text, values) => await source.query(text, [...values])),
  });
  const cairn = CairnModule.forRoot({
    application,
    publicUrl: `http://127.0.0.1:${port}`,
    basePath: '/media',
    principal: async ({ headers }) => {
      const id = await memberOf(source, headers.authorization);
      return id === undefined ? undefined : { owner: id, user: id };
    },
  });
  const providers = [
    { provide: DataSource, useValue: source },
    { provide: CAIRN, useValue: application },
  ];
  const club = { module: class ClubModule {}, imports: [cairn], controllers: [ClubController], providers };
  const app = await NestFactory.create(club, { logger: false, forceCloseConnections: true });
  await app.listen(port, '127.0.0.1');
  return {
    close: async () => {
      await app.close();
      await application.close();
      await source.destroy();
    },
  };
}
