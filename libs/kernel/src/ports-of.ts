/** A port, or another class that an object is asked for by. */
type Token = abstract new (...ports: never[]) => object;

/**
 * The objects of the classes that a use case names as its `ports`: whoever makes the use case knows from these what to
 * give it.
 */
export type PortsOf<Ports extends Readonly<Record<string, Token>>> = {
  readonly [Name in keyof Ports]: InstanceType<Ports[Name]>;
};
