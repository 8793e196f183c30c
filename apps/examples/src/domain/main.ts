import { createPhotoService } from './photo-service.js';

const PORT = 8090;

createPhotoService().listen(PORT, '127.0.0.1', () => {
  process.stdout.write(`The club's photos are at http://127.0.0.1:${PORT}/photos\n`);
});
