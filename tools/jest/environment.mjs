/** No sandbox: suites run in the process of a worker as it is, so that what they share is loaded once. */
export default class NoSandbox {
  global = {};
  fakeTimers = null;
  fakeTimersModern = null;
  moduleMocker = { clearAllMocks() {}, resetAllMocks() {}, restoreAllMocks() {} };

  async setup() {}

  async teardown() {}

  getVmContext() {
    return null;
  }

  exportConditions() {
    return [];
  }
}
