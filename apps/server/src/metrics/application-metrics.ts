import { BackgroundFailures, HotSpaces, type Application, type HotSpacesState } from '@cairn/composition';
import { Jobs, MemoryShares, Queues, type JobStatus, type MemoryShare, type QueueState } from '@cairn/kernel';
import type { ReadinessReport } from '@cairn/api-schema';
import { Counter, Gauge, type Registry } from 'prom-client';

/** A value with its labels. */
type Value = readonly [labels: Readonly<Record<string, string>>, value: number | undefined];

interface Reading {
  readonly help: string;
  readonly labels?: readonly string[];
  readonly read: () => Iterable<Value> | Promise<Iterable<Value>>;
}

interface Watching {
  readonly application: Pick<Application, 'get' | 'backupStatus'>;
  readonly readiness: () => Promise<ReadinessReport>;
}

/** Shows what the application knows of itself, as it is when it is asked for. Nothing is counted twice for this. */
export function registerApplication(registry: Registry, { application, readiness }: Watching): void {
  const [queues, memory] = [application.get(Queues), application.get(MemoryShares)];
  const [jobs, failures] = [application.get(Jobs), application.get(BackgroundFailures)];
  const hot = application.get(HotSpaces);
  const ofQueues = (name: keyof QueueState, help: string): Reading => ({
    help,
    labels: ['queue'],
    read: () => [...queues.list()].map(([queue, state]) => [{ queue }, state[name]]),
  });
  const ofMemory = (name: keyof MemoryShare, help: string): Reading => ({
    help,
    labels: ['share'],
    read: () => [...memory.list()].map(([share, bytes]) => [{ share }, bytes[name]]),
  });
  const ofJobs = (help: string, read: (job: JobStatus) => number | undefined): Reading => ({
    help,
    labels: ['name'],
    read: () => jobs.list().map((job) => [{ name: job.name }, read(job)]),
  });
  const ofHot = (help: string, read: (state: HotSpacesState) => number): Reading => ({
    help,
    read: () => [[{}, read(hot.state())]],
  });
  const gauges: Readonly<Record<string, Reading>> = {
    cairn_queue_running: ofQueues('running', 'Works that have their place behind a limit.'),
    cairn_queue_waiting: ofQueues('waiting', 'Works that wait for a place.'),
    cairn_queue_limit: ofQueues(
      'limit',
      'How much may run at once: works, megapixels of renders, KiB of large answers.',
    ),
    cairn_queue_idle: ofQueues('idle', 'Open connections and threads of the database without work.'),
    cairn_queue_held: ofQueues('held', 'How much of the limit is taken, in its unit.'),
    cairn_memory_share_bytes: ofMemory('used', 'Memory by what it is for.'),
    cairn_memory_share_limit_bytes: ofMemory('limit', 'What a share of the memory may take.'),
    cairn_job_last_success_timestamp_seconds: ofJobs(
      'When the job last ended well in this process.',
      ({ succeededAt }) => inSeconds(succeededAt),
    ),
    cairn_job_interval_seconds: ofJobs('The time from the end of a run to the next one.', ({ everyMs }) =>
      inSeconds(everyMs),
    ),
    cairn_job_running: ofJobs('1 while the job runs.', ({ state }) => Number(state === 'running')),
    cairn_hot_spaces_bytes: ofHot('Memory that spaces take.', ({ usedBytes }) => usedBytes),
    cairn_hot_spaces_limit_bytes: ofHot('What they may take.', ({ maxBytes }) => maxBytes),
    cairn_hot_spaces: ofHot('Spaces in memory.', ({ spaces }) => spaces.length),
    cairn_part_up: {
      help: '1 if the part can be used, also if its disk is too full to write.',
      labels: ['part'],
      read: async () =>
        (await partsOf(readiness)).map(([part, state]) => [{ part }, Number(state !== 'unavailable')]),
    },
    cairn_part_full: {
      help: '1 if the part has no room to write.',
      labels: ['part'],
      read: async () =>
        (await partsOf(readiness)).map(([part, state]) => [{ part }, Number(state === 'full')]),
    },
    cairn_backup_interval_seconds: {
      help: 'The time from one backup to the next, of those that the node makes by itself.',
      read: () => [[{}, inSeconds(application.backupStatus()?.everyMs)]],
    },
    cairn_backup_last_success_timestamp_seconds: {
      help: 'When the latest backup began, of those that the node makes by itself.',
      read: async () => {
        const latest = (await readiness()).backup?.latest;
        return [[{}, latest === null || latest === undefined ? undefined : inSeconds(Date.parse(latest))]];
      },
    },
  };
  const counters: Readonly<Record<string, Reading>> = {
    cairn_queue_ended_total: ofQueues('ended', 'Works that have ended, such as uploads and renders.'),
    cairn_queue_refused_total: ofQueues('refused', 'Works that were turned away because the queue was full.'),
    cairn_queue_busy_seconds_total: ofQueues('busySeconds', 'How long those that have ended took.'),
    cairn_job_runs_total: ofJobs('Runs that have ended, however.', ({ runs }) => runs),
    cairn_background_failures_total: {
      help: 'Failures of jobs and consumers of events: runs, and single items.',
      labels: ['name'],
      read: () => namesIn(jobs, failures).map((name) => [{ name }, failures.counts.get(name) ?? 0]),
    },
    cairn_hot_spaces_answers_total: {
      help: 'Searches by what answered them.',
      labels: ['from'],
      read: () => {
        const { answers, below } = hot.state();
        return [
          [{ from: 'memory' }, answers],
          [{ from: 'database' }, below],
        ];
      },
    },
  };
  for (const [name, reading] of Object.entries(gauges)) registry.registerMetric(gaugeOf(name, reading));
  for (const [name, reading] of Object.entries(counters)) registry.registerMetric(counterOf(name, reading));
}

/** So that a rate can be told of the first failure, all that may fail begin with 0. */
const namesIn = (jobs: Jobs, failures: BackgroundFailures): readonly string[] => [
  ...new Set([...jobs.list().map(({ name }) => name), ...failures.counts.keys()]),
];

const partsOf = async (readiness: Watching['readiness']): Promise<readonly [string, string][]> =>
  Object.entries((await readiness()).parts);

const inSeconds = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1_000);

function gaugeOf(name: string, { help, labels = [], read }: Reading): Gauge {
  return new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [],
    async collect() {
      this.reset();
      // A gauge without labels begins with 0, which nobody has measured.
      if (labels.length === 0) this.remove();
      for (const [values, value] of await read()) if (value !== undefined) this.set(values, value);
    },
  });
}

function counterOf(name: string, { help, labels = [], read }: Reading): Counter {
  return new Counter({
    name,
    help,
    labelNames: [...labels],
    registers: [],
    async collect() {
      this.reset();
      for (const [values, value] of await read()) if (value !== undefined) this.inc(values, value);
    },
  });
}
