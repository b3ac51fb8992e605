import type { FsPort } from '../../../src/store/disk/fs-port.js';

/** Makes the call on the port itself, with these arguments. */
export type Make = (args: readonly unknown[]) => unknown;

/** The port with every call replaced. Being a proxy, it keeps up with the port. */
export function intercepted(
  port: FsPort,
  replace: (name: string, make: Make) => (...args: readonly unknown[]) => unknown,
): FsPort {
  return new Proxy(port, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function' || typeof name !== 'string') return method;
      return replace(name, (args) => Reflect.apply(method, target, args));
    },
  });
}
