import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { LocklineError } from '../../src/core/errors.js';
import { runTool } from '../../src/tools/call.js';
import type { Tool } from '../../src/tools/tool.js';
import { at, createDesk } from '../support/desk.js';

/** A tool that does what the test says. */
function toolThat(
  run: Tool<unknown>['run'],
  effect: Tool<unknown>['effect'] = 'edit',
): Tool<unknown> {
  const input = z.strictObject({ count: z.int() });
  return {
    name: 'try_it',
    title: 'Try',
    does: '',
    instead: [],
    outcome: '',
    set: 'lines',
    effect,
    input,
    run,
  };
}

const call = { name: 'try_it', args: { count: '1' } };

test('the tool gets its input as the schema reads it, and its answer is passed on', async () => {
  const { context } = createDesk({});
  const tool = toolThat(async (input) => ({
    isError: false,
    text: 'done',
    result: { input: `${JSON.stringify(input)}` },
  }));
  expect(await runTool({ offered: [tool], writing: [] }, call, context)).toEqual({
    isError: false,
    text: 'done',
    result: { input: '{"count":1}' },
  });
});

describe('an expected failure', () => {
  const failing = async (): Promise<never> => {
    throw new LocklineError('FILE_NOT_FOUND', { path: 'a.txt' });
  };

  test('is an answer with its code, message and hint', async () => {
    const { context, bugs } = createDesk({});
    const answer = await runTool({ offered: [toolThat(failing)], writing: [] }, call, context);
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(
      /^ERROR FILE_NOT_FOUND: a\.txt does not exist\. Nothing was written\.\n./,
    );
    expect(answer.result).toMatchObject({
      result: 'error',
      code: 'FILE_NOT_FOUND',
      message: 'a.txt does not exist.',
    });
    expect(bugs).toEqual([]);
  });

  test('of a tool that reads says nothing about writing', async () => {
    const { context } = createDesk({});
    const answer = await runTool(
      { offered: [toolThat(failing, 'read')], writing: [] },
      call,
      context,
    );
    expect(answer.text).not.toContain('written');
  });

  test('that leaves it open whether something was written does not say that nothing was', async () => {
    const { context } = createDesk({});
    const tool = toolThat(async () => {
      throw new LocklineError('IN_DOUBT', { path: 'a.txt', reason: 'the sync failed' });
    });
    expect((await runTool({ offered: [tool], writing: [] }, call, context)).text).not.toContain(
      'Nothing was written',
    );
  });
});

describe('a bug', () => {
  const bug = new TypeError('undefined is not a function in /home/someone/secret.ts');

  test.each<[string, Tool<unknown>['run']]>([
    ['thrown later', async () => Promise.reject(bug)],
    [
      'thrown at once',
      () => {
        throw bug;
      },
    ],
  ])('%s is INTERNAL with a reference, under which it was reported', async (_, run) => {
    const { context, bugs } = createDesk({});
    const answer = await runTool({ offered: [toolThat(run)], writing: [] }, call, context);
    const [reported] = bugs;
    expect(reported?.[0]).toBe(bug);
    expect(answer.text).toContain(
      `ERROR INTERNAL: Something went wrong inside Lockline (reference ${reported?.[1]}).`,
    );
    expect(`${answer.text}${JSON.stringify(answer.result)}`).not.toMatch(
      /undefined is|secret|\.ts/,
    );
  });

  test('is not what a caller makes who gives up', async () => {
    const { context, bugs } = createDesk({}, { context: { signal: AbortSignal.abort() } });
    const tool = toolThat(async (_, { signal }) => {
      signal.throwIfAborted();
      return { isError: false, text: '', result: {} };
    });
    const answer = await runTool({ offered: [tool], writing: [] }, call, context);
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(
      /^ERROR INTERNAL: The call was given up before it changed anything/,
    );
    expect(bugs).toEqual([]);
  });
});

describe('a tool that is not offered', () => {
  test('is refused with the nearest name', async () => {
    const answer = await createDesk({}).call('patch_text_file_content', {});
    expect(at(answer, 'code')).toBe('INVALID_ARGUMENT');
    expect(answer.text).toContain('Did you mean patch_text_file_contents?');
  });

  test.each([
    ['of a set that is off', ['search'] as const, false, 'INVALID_ARGUMENT'],
    [
      'of a set that is off, on a server that only reads',
      ['text'] as const,
      true,
      'INVALID_ARGUMENT',
    ],
    ['that writes, on a server that only reads', ['lines'] as const, true, 'READ_ONLY'],
  ])('%s does not run', async (_, sets, readOnly, code) => {
    const on = createDesk({}, { context: { offer: { sets, readOnly, structured: false } } });
    const answer = await on.call('create_text_file', { file_path: 'a.txt', contents: '' });
    expect(at(answer, 'code')).toBe(code);
    expect(on.text('a.txt')).toBeUndefined();
  });
});

test.each([undefined, null, 'text', 5, []])('arguments that are %j are refused', async (args) => {
  const answer = await createDesk({}).call('create_text_file', args);
  expect(at(answer, 'code')).toBe('INVALID_ARGUMENT');
});
