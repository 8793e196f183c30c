import 'maplibre-gl/dist/maplibre-gl.css';
import './controls.css';
import { setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';

// The worker is loaded from a file, because the content security policy forbids workers made from text.
setWorkerUrl(workerUrl);
