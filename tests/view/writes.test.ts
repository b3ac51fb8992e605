import { describe, expect, test } from '@jest/globals';
import { LocklineError } from '../../src/core/errors.js';
import { createWrites } from '../../src/view/writes.js';

const BUSY = { path: 'a', holder: 'ben', heldMs: 10, waitedMs: 15_000 };
const asked = (agent: string, ...files: string[]) => ({ agent, tool: 'replace_text', files });

/** Writes by a clock that stands still until it is moved. */
function writing() {
  let time = 1000;
  const writes = createWrites(() => time);
  return {
    ...writes,
    pass: (ms: number) => {
      time += ms;
    },
    /** Begins a write that ends when it is told to. */
    begin: (agent: string, ...files: string[]) => {
      let resolve: (value: string) => void = () => undefined;
      const promise = new Promise<string>((settle) => (resolve = settle));
      return {
        ended: writes.run(asked(agent, ...files), () => promise),
        resolve: (value: string) => resolve(value),
      };
    },
  };
}

describe('a write that runs', () => {
  test('is told once it has run for so long, with who writes the same file', async () => {
    const { begin, pass, running } = writing();
    const [first, second, other] = [begin('ada', 'a'), begin('ben', 'b', 'a'), begin('cho', 'c')];
    expect(running(100)).toEqual([]);
    pass(100);
    expect(running(100)).toEqual([
      { id: 1, since: 1000, ...asked('ada', 'a') },
      { id: 2, since: 1000, ...asked('ben', 'b', 'a'), waits_for: 'ada' },
      { id: 3, since: 1000, ...asked('cho', 'c') },
    ]);
    first.resolve('saved');
    expect(await first.ended).toBe('saved');
    expect(running(0).map(({ agent, waits_for }) => [agent, waits_for])).toEqual([
      ['ben', undefined],
      ['cho', undefined],
    ]);
    second.resolve('');
    other.resolve('');
    await Promise.all([second.ended, other.ended]);
    expect(running(0)).toEqual([]);
  });
});

describe('a write that has ended', () => {
  test('is told if it was refused because of another, with what its agent was told', async () => {
    const { run, meetings, running } = writing();
    const error = new LocklineError('BUSY', BUSY);
    await expect(run(asked('ada', 'a'), () => Promise.reject(error))).rejects.toBe(error);
    expect(meetings()).toMatchObject([
      {
        id: 1,
        time: 1000,
        ...asked('ada', 'a'),
        code: 'BUSY',
        message: expect.stringMatching(/ben/),
      },
    ]);
    expect(running(0)).toEqual([]);
  });

  test('is not told if its fault was its own', async () => {
    const { run, meetings } = writing();
    const faults = [new LocklineError('FILE_NOT_FOUND', { path: 'a' }), new Error('a bug')];
    for (const fault of faults)
      await expect(run(asked('ada', 'a'), () => Promise.reject(fault))).rejects.toBe(fault);
    expect(meetings()).toEqual([]);
  });

  test('is told if it took long', async () => {
    const { begin, pass, meetings } = writing();
    const [quick, slow] = [begin('ada', 'a'), begin('ben', 'a')];
    pass(500);
    quick.resolve('');
    await quick.ended;
    pass(1500);
    slow.resolve('');
    await slow.ended;
    expect(meetings()).toEqual([
      { id: 1, time: 3000, ...asked('ben', 'a'), message: 'Done after 2 s.' },
    ]);
  });

  test('is forgotten when 200 others have come', async () => {
    const { run, meetings } = writing();
    const refused = () => Promise.reject(new LocklineError('BUSY', BUSY));
    for (let count = 0; count < 250; count += 1)
      await run(asked('ada', 'a'), refused).catch(() => undefined);
    expect(meetings().map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, n) => n + 51));
  });
});
