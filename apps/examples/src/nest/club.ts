import 'reflect-metadata';
import {
  Body,
  ConflictException,
  Controller,
  Delete,
  Headers,
  HttpCode,
  Inject,
  Post,
  UnauthorizedException,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { ClubTables, isTaken, type Club, type ClubSettings, type Member } from '../club.js';
import { openCairn } from './cairn.js';
import { tablesOf } from './tables.js';

const CAIRN = Symbol('Cairn');

/** What the club does with Cairn. */
interface ClubCairn {
  addTour(owner: string, title: string): Promise<string>;
  removeMember(id: string): Promise<void>;
}

@Controller()
class ClubController {
  constructor(
    @Inject(ClubTables) private readonly tables: ClubTables,
    @Inject(CAIRN) private readonly cairn: ClubCairn,
  ) {}

  @Post('users')
  async createUser(@Body() member: Member): Promise<{ id: string }> {
    await this.tables.addMember(member);
    return { id: member.id };
  }

  @Delete('users/me')
  @HttpCode(204)
  async removeUser(@Headers('authorization') authorization?: string): Promise<void> {
    await this.cairn.removeMember(await this.memberOf(authorization));
  }

  @Post('tours')
  async createTour(
    @Body() { title }: { title: string },
    @Headers('authorization') authorization?: string,
  ): Promise<{ space: string }> {
    const owner = await this.memberOf(authorization);
    const space = await this.cairn.addTour(owner, title).catch((cause: unknown) => {
      throw isTaken(cause) ? new ConflictException('There is such a tour.') : cause;
    });
    return { space };
  }

  private async memberOf(authorization: string | undefined): Promise<string> {
    const id = await this.tables.memberOf(authorization);
    if (id === undefined) throw new UnauthorizedException();
    return id;
  }
}

/** A club on NestJS 12: members and their photos and maps in one PostgreSQL database, by the club's own data source. */
export async function openClub(settings: ClubSettings): Promise<Club> {
  const source = await new DataSource({ type: 'postgres', url: settings.databaseUrl }).initialize();
  const tables = tablesOf(source.manager);
  await tables.create();
  const { module, close, ...cairn } = await openCairn(settings, source);
  const providers = [
    { provide: ClubTables, useValue: tables },
    { provide: CAIRN, useValue: cairn satisfies ClubCairn },
  ];
  const club = { module: class ClubModule {}, imports: [module], controllers: [ClubController], providers };
  const app = await NestFactory.create(club, { logger: false, forceCloseConnections: true });
  await app.listen(settings.port, '127.0.0.1');
  return {
    close: async () => {
      await app.close();
      await close();
      await source.destroy();
    },
  };
}
