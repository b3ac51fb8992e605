import type { FsPort } from '../../src/store/disk/fs-port.js';

/** A port that notes the path of every call that has one. */
export function placesOnly(port: FsPort): {
  readonly fs: FsPort;
  readonly seen: readonly string[];
} {
  const seen: string[] = [];
  const fs = new Proxy(port, {
    get: (target, name) => {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function') return call;
      return (...args: readonly unknown[]): unknown => {
        if (typeof args[0] === 'string') seen.push(args[0]);
        return Reflect.apply(call, target, args);
      };
    },
  });
  return { fs, seen };
}
