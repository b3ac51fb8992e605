/** Thrown by every call of a process that is dead. It has no `code`, so no code takes it for a failed call. */
export class Crash extends Error {
  override readonly name = 'Crash';

  constructor() {
    super('the process is dead');
  }
}
