import { newKey } from '@cairn/composition';

process.stdout.write(`${newKey().text}\n`);
