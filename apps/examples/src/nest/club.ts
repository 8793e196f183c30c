import 'reflect-metadata';
import { CairnModule } from '@cairn/nest';
import { Body, Controller, Inject, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { membersBy, type Club, type ClubSettings } from '../club.js';

@Controller('users')
class UsersController {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  @Post()
  async create(@Body() { id, token }: { id: string; token: string }): Promise<{ id: string }> {
    await this.source.query('INSERT INTO users VALUES ($1, $2)', [id, token]);
    return { id };
  }
}

/** A club on NestJS 12: members and their photos and maps in one PostgreSQL database, by the club's own data source. */
export async function openClub({ databaseUrl, photosFolder, port }: ClubSettings): Promise<Club> {
  const source = await new DataSource({ type: 'postgres', url: databaseUrl }).initialize();
  await source.query('CREATE TABLE IF NOT EXISTS users (id text PRIMARY KEY, token text UNIQUE NOT NULL)');
  const cairn = CairnModule.forRoot({
    application: {
      database: { kind: 'postgres', dataSource: source, schema: 'cairn' },
      blobs: { kind: 'fs', directory: photosFolder },
      users: membersBy(async (text, values) => await source.query(text, [...values])),
    },
    publicUrl: `http://127.0.0.1:${port}`,
    basePath: '/media',
    principal: async ({ headers }) => {
      const token = headers.authorization?.replace('Bearer ', '');
      const [user] = await source.query<{ id: string }[]>('SELECT id FROM users WHERE token = $1', [token]);
      return user && { owner: user.id, user: user.id };
    },
  });
  const providers = [{ provide: DataSource, useValue: source }];
  const club = { module: class ClubModule {}, imports: [cairn], controllers: [UsersController], providers };
  const app = await NestFactory.create(club, { logger: false, forceCloseConnections: true });
  await app.listen(port, '127.0.0.1');
  return {
    close: async () => {
      await app.close();
      await source.destroy();
    },
  };
}
