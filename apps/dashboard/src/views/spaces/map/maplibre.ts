import 'maplibre-gl/dist/maplibre-gl.css';
import { setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';

// A worker of a file: the policy of the page refuses one made of a text.
setWorkerUrl(workerUrl);
