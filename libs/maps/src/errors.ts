import { DomainError } from '@cairn/kernel';

export class MapNotFound extends DomainError {
  readonly code = 'map-not-found';

  constructor() {
    super('There is no map with this id.');
  }
}

export class MapExists extends DomainError {
  readonly code = 'map-exists';

  constructor(readonly id: string) {
    super(`There is a map with the id '${id}' already.`);
  }
}

export class MapLimitReached extends DomainError {
  readonly code = 'map-limit-reached';

  constructor(readonly maxMaps: number) {
    super(`No more than ${maxMaps} maps are allowed.`);
  }
}

/** The map has another version than the one that was to be changed. */
export class MapChanged extends DomainError {
  readonly code = 'map-changed';

  constructor(readonly version: number) {
    super(`The map was changed meanwhile: it has the version ${version}.`);
  }
}

export class MapLayerNotFound extends DomainError {
  readonly code = 'map-layer-not-found';

  constructor() {
    super('The map has no layer with this id.');
  }
}

/** The space of the layer was removed, or is not shared by the map any more. Says not which of these. */
export class MapLayerGone extends DomainError {
  readonly code = 'map-layer-gone';

  constructor() {
    super('What this layer has shown is gone.');
  }
}

/** A picture of the map could not be drawn now. */
export class MapPictureFailed extends DomainError {
  readonly code = 'map-picture-failed';

  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`The picture of the map could not be drawn: ${reason}.`, options);
  }
}

/** The package that draws pictures of maps is not installed. */
export class MapPicturesNotInstalled extends DomainError {
  readonly code = 'map-pictures-not-installed';

  constructor() {
    super('This service draws no pictures of maps.');
  }
}
