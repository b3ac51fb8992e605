import { describe, expect, test } from '@jest/globals';
import { listTools, toolNames } from '../../src/tools/index.js';
import type { WireTool } from '../../src/tools/list.js';
import type { WireSchema } from '../../src/tools/shape.js';
import type { Offer, ToolSet } from '../../src/tools/tool.js';

// A model chooses a tool by its description alone. What it is likely to want must lead it to the right one, also
// from the description of the tool that it is likely to take in its place.

const SETS: readonly ToolSet[] = ['lines', 'search', 'text', 'history'];

function offer(sets: readonly ToolSet[], readOnly = false): Offer {
  return { sets, readOnly, structured: false };
}

const all = listTools(offer(SETS));
const names = toolNames(SETS);

function descriptionOf(name: string): string {
  const tool = all.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  return tool.description;
}

/** Names of tools in a text, whether or not there are such tools. */
function namedIn(text: string): readonly string[] {
  return (
    text.match(/\b(?:[a-z]+_)+(?:contents|text|files|file|directory|history|patch|edit)\b/g) ?? []
  );
}

/** The part of a description that names a tool, such as `several files: edit_text_file_contents`. */
function pointerTo(tool: string, description: string): string | undefined {
  return description.split(/For |; |\. /).find((part) => namedIn(part).includes(tool));
}

interface Task {
  readonly task: string;
  readonly right: string;
  /** Words of the task that the description of the right tool has. */
  readonly words: RegExp;
  /** Tools that might be taken in its place, with the words by which they point to the right one. */
  readonly wrong: Readonly<Record<string, RegExp>>;
}

const TASKS: readonly Task[] = [
  {
    task: 'find a function',
    right: 'outline_files',
    words: /functions.*lines/,
    wrong: {
      get_text_file_contents: /structure/,
      find_text: /functions/,
      list_directory: /functions/,
    },
  },
  {
    task: 'find where a name is used',
    right: 'find_text',
    words: /Finds text .* in files/,
    wrong: { get_text_file_contents: /search/, list_directory: /text/, outline_files: /files/ },
  },
  {
    task: 'read it',
    right: 'get_text_file_contents',
    words: /Reads files or ranges of lines/,
    wrong: { find_text: /lines/, outline_files: /bodies/, get_history: /text/ },
  },
  {
    task: 'change some of its lines',
    right: 'patch_text_file_contents',
    words: /Replaces.*whole lines of one file/,
    wrong: {
      edit_text_file_contents: /lines of one file/,
      replace_text: /whole lines/,
      insert_text_file_contents: /several places/,
    },
  },
  {
    task: 'change a word in a line',
    right: 'replace_text',
    words: /Replaces exact text of one file/,
    wrong: { patch_text_file_contents: /part of a line/, apply_patch: /text of one file/ },
  },
  {
    task: 'rename over several files',
    right: 'edit_text_file_contents',
    words: /files or replaces text in them: all or none/,
    wrong: { replace_text: /several files/, patch_text_file_contents: /several files/ },
  },
  {
    task: 'insert after a line',
    right: 'insert_text_file_contents',
    words: /Inserts whole lines before or after a line/,
    wrong: { append_text_file_contents: /other places/ },
  },
  {
    task: 'append',
    right: 'append_text_file_contents',
    words: /at the end of a file/,
    wrong: { insert_text_file_contents: /the end/ },
  },
  {
    task: 'create a file',
    right: 'create_text_file',
    words: /Creates a text file/,
    wrong: { edit_text_file_contents: /new file/, append_text_file_contents: /new file/ },
  },
  {
    task: 'replace or delete a whole file',
    right: 'edit_text_file_contents',
    words: /replaces, deletes or moves/,
    wrong: { create_text_file: /file that exists/, delete_text_file_contents: /whole file/ },
  },
  {
    task: 'apply a given diff',
    right: 'apply_patch',
    words: /unified diff/,
    wrong: { patch_text_file_contents: /diff/ },
  },
  {
    task: 'see who changed what',
    right: 'get_history',
    words: /changes.*who, when/,
    wrong: { get_text_file_contents: /who changed/, undo_edit: /ids/ },
  },
  {
    task: 'take a change back',
    right: 'undo_edit',
    words: /Takes a change back/,
    wrong: { patch_text_file_contents: /undo/, get_history: /undo/ },
  },
  {
    task: 'list a folder',
    right: 'list_directory',
    words: /Lists files and directories/,
    wrong: { get_text_file_contents: /directories/, find_text: /names/ },
  },
];

describe.each(TASKS)('to $task', ({ right, words, wrong }) => {
  test(`${right} says that it does`, () => {
    expect(descriptionOf(right)).toMatch(words);
  });

  test.each(Object.entries(wrong))(`%s points to ${right}`, (tool, reason) => {
    expect(pointerTo(right, descriptionOf(tool))).toMatch(reason);
  });
});

test('every tool that changes files says what it returns, what it refuses and whether it can be undone', () => {
  for (const { annotations, description } of all) {
    const words = annotations.readOnlyHint
      ? [/Changes nothing\.$/]
      : [/Returns [^.]*hash/, /Refuses /, /Can be undone\.$/];
    for (const word of words) expect(description).toMatch(word);
  }
});

function textsOf({ properties = {}, items, description = '' }: WireSchema): readonly string[] {
  return [
    description,
    ...[...Object.values(properties), ...(items ? [items] : [])].flatMap(textsOf),
  ];
}

/** All that a client is told of a tool in words. */
function wordsOf({ description, inputSchema }: WireTool): string {
  return [description, ...textsOf(inputSchema)].join('\n');
}

/** Every choice of sets, also for a server that only reads. */
const OFFERS = Array.from({ length: 2 ** SETS.length }, (_, bits) =>
  SETS.filter((_set, index) => (bits >> index) % 2 === 1),
).flatMap((sets) => [offer(sets), offer(sets, true)]);

test.each(OFFERS.map((one) => [one.sets.join(','), one.readOnly, one] as const))(
  'no tool names one that is not offered: sets %s, read-only %s',
  (_, _readOnly, one) => {
    const tools = listTools(one);
    const offered = tools.map(({ name }) => name);
    for (const tool of tools)
      expect(offered).toEqual(expect.arrayContaining([...namedIn(wordsOf(tool))]));
  },
);

test('no description has more than 350 characters', () => {
  for (const { description } of OFFERS.flatMap(listTools)) {
    expect(description.length).toBeLessThanOrEqual(350);
  }
});

test('every tool is named by another, and none by itself', () => {
  for (const { name } of all) {
    const others = all.filter((tool) => namedIn(tool.description).includes(name));
    expect(others.map((tool) => tool.name)).not.toContain(name);
    if (name !== 'delete_text_file_contents') expect(others).not.toEqual([]);
  }
});

test('what is taken for the name of a tool is one', () => {
  expect(namedIn(names.join(' '))).toEqual(names);
  expect(namedIn('For a diff: apply_patches; old_text')).toEqual(['old_text']);
  const named = all.flatMap(({ description }) => namedIn(description));
  expect(names).toEqual(expect.arrayContaining(named));
});
