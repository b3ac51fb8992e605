import { createRefusals } from '../../src/store/disk/paths/refusals.js';
import { openersOf } from './opened.js';
import { refusalFrom } from './thrown.js';

// A program: asks to read or write files and prints as JSON what each is refused with. It is bundled and
// run as another user, or among other mounts, than the tests.

/** What the program is given as JSON. */
export interface Asked {
  readonly root: string;
  readonly paths: readonly (readonly [path: string, access: 'read' | 'write'])[];
}

const [, , argument = '{}'] = process.argv;
const { root, paths }: Asked = JSON.parse(argument);
const uid = process.geteuid?.() ?? 0;
const user = { uid, groups: process.getgroups?.() ?? [] };
const parts = openersOf([root], { user });
const options = { breakHardLinks: false, allowNetworkFs: false, user, warn: () => undefined };
const refuse = createRefusals(options, parts);

const answers = paths.map(([path, access]) =>
  refusalFrom(() => {
    const resolved = parts.confinement.resolve(path, access);
    const anchor = parts.anchors.openNearest(resolved.path);
    const file = parts.openTarget(anchor, resolved.path);
    if (access === 'write') refuse({ anchor, shown: resolved.shown, file, ownLinks: 0 });
  }),
);
process.stdout.write(JSON.stringify(answers.map((answer) => answer ?? 'ok')));
