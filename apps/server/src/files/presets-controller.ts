import { stringify } from 'node:querystring';
import { putPresetBodySchema, type PresetRecord } from '@cairn/api-schema';
import { PresetCache, PutPreset, ReadPresets, RemovePreset, type Preset } from '@cairn/images';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromApplication } from '../application-providers.js';
import { AccessGuard } from '../access/guard/access-guard.js';
import { ProblemFilter } from '../errors/problem-filter.js';
import { readJson } from '../http/body/json-body.js';
import { timestamp } from '../http/responses/timestamp.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';
import { SERVER_SETTINGS, type ServerSettings } from '../settings/settings.js';

/** The presets of images. The guard lets administrators in only. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class PresetsController {
  constructor(
    @FromApplication(ReadPresets) private readonly readPresets: ReadPresets,
    @FromApplication(PutPreset) private readonly putPreset: PutPreset,
    @FromApplication(RemovePreset) private readonly removePreset: RemovePreset,
    @FromApplication(PresetCache) private readonly known: PresetCache,
    @Inject(SERVER_SETTINGS) private readonly settings: ServerSettings,
  ) {}

  @HandlesOperation('listPresets')
  async list(): Promise<readonly PresetRecord[]> {
    const stored = (await this.readPresets.list()).filter(({ name }) => !this.fixed.has(name)).map(recordOf);
    const fixed = [...this.fixed.keys()].flatMap((name) => this.ofSettings(name) ?? []);
    return [...stored, ...fixed].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  @HandlesOperation('getPreset')
  async get(@Param('name') name: string): Promise<PresetRecord> {
    return this.ofSettings(name) ?? recordOf(await this.readPresets.execute(name));
  }

  @HandlesOperation('putPreset')
  async put(
    @Param('name') name: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PresetRecord> {
    const { query } = await readJson(request, response, putPresetBodySchema);
    const preset = await this.putPreset.execute({ name, query }, this.fixed);
    this.known.forget();
    return recordOf(preset);
  }

  @HandlesOperation('deletePreset')
  async delete(@Param('name') name: string): Promise<void> {
    await this.removePreset.execute(name, this.fixed);
    this.known.forget();
  }

  private get fixed(): ServerSettings['transforms']['presets'] {
    return this.settings.transforms.presets;
  }

  private ofSettings(name: string): PresetRecord | undefined {
    const query = this.fixed.get(name);
    return query && { name, query: stringify({ ...query }), source: 'settings' };
  }
}

function recordOf({ name, query, updatedAt }: Preset): PresetRecord {
  return { name, query, source: 'api', updatedAt: timestamp(updatedAt) };
}
