/** A port, or another class used as a dependency key. */
type Token = abstract new (...ports: never[]) => object;

/** The dependencies that a use case declares in `ports`, from which they are injected. */
export type PortsOf<Ports extends Readonly<Record<string, Token>>> = {
  readonly [Name in keyof Ports]: InstanceType<Ports[Name]>;
};
