import { feature } from 'topojson-client';

type Topology = Parameters<typeof feature>[0];
type Feature = Extract<ReturnType<typeof feature>, { readonly type: 'Feature' }>;

/** The features of all objects of a TopoJSON file. */
export function featuresOfTopology(topology: unknown): readonly Feature[] {
  const whole = topology as Topology;
  return Object.values(whole.objects).flatMap((member): readonly Feature[] => {
    const shapes = feature(whole, member);
    return shapes.type === 'FeatureCollection' ? shapes.features : [shapes];
  });
}
