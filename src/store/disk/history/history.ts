import type { Anchors } from '../paths/anchor.js';
import type { Clock } from '../clock.js';
import type { Confinement } from '../paths/confine.js';
import type { FsPort } from '../fs-port.js';
import { noHistory, type History } from '../../history.js';
import type { FileVersion } from '../read/version.js';
import { createExcuse } from './excuse.js';
import { closeHome, createHomes, type Home } from './home.js';
import { createKeep, type Keep } from './keeping.js';
import { releaseLive } from './kept-versions.js';
import { createPlaces } from './places.js';
import { createRecall } from './recall.js';
import type { Bounds } from './room.js';

/** What the disk store does for its history, besides answering from it. */
export interface DiskHistory extends History {
  readonly keep: Keep;
  /** Takes a live file out of the kept versions; gives how many of its hard links that takes away. */
  releaseLive(path: string, version: FileVersion): number;
  close(): void;
}

interface Parts {
  readonly fs: FsPort;
  readonly clock: Clock;
  readonly anchors: Anchors;
  readonly confinement: Confinement;
  readonly makeToken: () => string;
  readonly maxFileSize: number;
  readonly readOnly: boolean;
  readonly warn: (message: string, facts: Readonly<Record<string, unknown>>) => void;
}

/** The history of all roots; without bounds none is kept or told. */
export function createDiskHistory(bounds: Bounds | undefined, parts: Parts): DiskHistory {
  if (bounds === undefined) {
    const keep: Keep = () => Promise.resolve(undefined);
    return { ...noHistory, keep, releaseLive: () => 0, close: () => undefined };
  }
  const excuse = createExcuse(parts.warn);
  const homes = createHomes(parts);
  const places = createPlaces(parts.confinement.directories);
  return {
    ...createRecall({ ...parts, homes, places, excuse }),
    keep: createKeep({ ...parts, ...bounds, homes, places, excuse }),
    releaseLive: (path, version) => {
      const root = places.rootOf(path);
      let home: Home | undefined;
      try {
        home = root === undefined ? undefined : homes.open(root);
        return home === undefined ? 0 : releaseLive(home, version, parts.fs);
      } catch (error) {
        excuse(error);
        return 0;
      } finally {
        if (home !== undefined) closeHome(home);
      }
    },
    close: () => {
      homes.close();
    },
  };
}
