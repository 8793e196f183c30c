import 'reflect-metadata';
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
import { DataSource } from 'typeorm';
import { ClubTables, isTaken, type Club, type ClubSettings, type Member } from '../club.js';
import { openCairn } from './cairn.js';
import { tablesOf } from './tables.js';

const ADD_TOUR = Symbol('adds a tour');

@Controller()
class ClubController {
  constructor(
    @Inject(ClubTables) private readonly tables: ClubTables,
    @Inject(ADD_TOUR) private readonly addTour: (owner: string, title: string) => Promise<string>,
  ) {}

  @Post('users')
  async createUser(@Body() member: Member): Promise<{ id: string }> {
    await this.tables.addMember(member);
    return { id: member.id };
  }

  @Post('tours')
  async createTour(
    @Body() { title }: { title: string },
    @Headers('authorization') authorization?: string,
  ): Promise<{ space: string }> {
    const owner = await this.tables.memberOf(authorization);
    if (owner === undefined) throw new UnauthorizedException();
    const space = await this.addTour(owner, title).catch((cause: unknown) => {
      throw isTaken(cause) ? new ConflictException('There is such a tour.') : cause;
    });
    return { space };
  }
}

/** A club on NestJS 12: members and their photos and maps in one PostgreSQL database, by the club's own data source. */
export async function openClub(settings: ClubSettings): Promise<Club> {
  const source = await new DataSource({ type: 'postgres', url: settings.databaseUrl }).initialize();
  const tables = tablesOf(source.manager);
  await tables.create();
  const { module, addTour, close } = await openCairn(settings, source);
  const providers = [
    { provide: ClubTables, useValue: tables },
    { provide: ADD_TOUR, useValue: addTour },
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
