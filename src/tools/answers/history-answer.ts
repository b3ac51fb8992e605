import { durationText } from '../../core/messages/phrase.js';
import type {
  FileDiff,
  LoggedChange,
  LoggedFile,
  Past,
  SinceVersion,
} from '../../workspace/history.js';
import { fitText, hashText, pathText } from './layout.js';
import type { Json, Limits, ToolAnswer } from '../tool.js';

/** What is remembered, and of one change that was asked for what it did. */
export interface ShownPast {
  readonly past: Past;
  readonly diffs: readonly FileDiff[];
}

/** Characters kept free for the line that says that there is more. */
const NOTE_CHARS = 60;

/** Tells who changed what, and the diff that was asked for. */
export function historyAnswer({ past, diffs }: ShownPast, limits: Limits): ToolAnswer {
  const { changes, isCut, since } = past;
  const lines = [
    ...(since === undefined ? [] : sinceLines(since, limits)),
    ...changes.flatMap((change) => changeLines(change, past, limits)),
    ...diffs.flatMap((one) => diffLines(one, diffs.length > 1)),
  ];
  const text = lines.length === 0 ? 'No change is remembered.' : lines.join('\n');
  return {
    isError: false,
    text: [
      fitText(text, limits.maxOutputChars - NOTE_CHARS),
      ...(isCut ? ['… there are older changes: give a higher limit'] : []),
    ].join('\n'),
    result: {
      changes: changes.map(changeObject),
      ...(isCut && { has_more: true }),
      ...diffObject({ past, diffs }, limits),
    },
  };
}

function sinceLines({ shown, before, now, diff }: SinceVersion, limits: Limits): readonly string[] {
  const head = `${pathText(shown)}  since file_hash ${hashText(before, limits)}`;
  if (now === undefined) return [`${head}: it is gone, or is no text any more`];
  if (now === before) return [`${head}: unchanged`];
  return [
    `${head}, now file_hash ${hashText(now, limits)}`,
    ...(diff === '' ? ['no line that can be shown has changed'] : diff.split('\n')),
  ];
}

function changeLines(change: LoggedChange, { readAt }: Past, limits: Limits): readonly string[] {
  const { id, time, agent, tool, undoes, undoneBy, isPartial, files } = change;
  const age = durationText(Math.max(0, readAt - time));
  return [
    [
      `change ${id}`,
      `${new Date(time).toISOString()} (${age} ago)`,
      agent,
      tool,
      ...(undoes === undefined ? [] : [`undoes ${undoes}`]),
      ...(undoneBy === undefined ? [] : [`undone by ${undoneBy}`]),
    ].join('  '),
    ...files.map((file) => fileLine(file, limits)),
    ...(isPartial === true ? ['  and files that cannot be seen here'] : []),
  ];
}

function fileLine({ shown, action, before, after, from }: LoggedFile, limits: Limits): string {
  const name =
    from === undefined ? pathText(shown) : `${pathText(from.shown)} -> ${pathText(shown)}`;
  const hashes = [before, after].flatMap((hash) =>
    hash === undefined ? [] : [hashText(hash, limits)],
  );
  return `  ${action} ${name}  file_hash ${[...new Set(hashes)].join(' -> ')}`;
}

/** What a change did to one file; named where it is one of several. */
function diffLines({ file, diff }: FileDiff, isNamed: boolean): readonly string[] {
  const name = isNamed ? [`--- ${pathText(file.shown)}`] : [];
  if (diff === undefined) return [...name, 'the versions before and after it are not all kept'];
  if (diff === '') return [...name, 'no line that can be shown has changed'];
  return [...name, ...diff.split('\n')];
}

function changeObject(change: LoggedChange): Json {
  const { id, time, agent, tool, undoes, undoneBy, isPartial, files } = change;
  return {
    change_id: id,
    time: new Date(time).toISOString(),
    agent,
    tool,
    undoes,
    undone_by: undoneBy,
    ...(isPartial === true && { is_partial: true }),
    files: files.map(({ shown, action, before, after, from }) => ({
      file_path: shown,
      previous_path: from?.shown,
      action,
      previous_hash: before,
      file_hash: after,
    })),
  };
}

function diffObject(
  { past: { since }, diffs }: ShownPast,
  { maxOutputChars }: Limits,
): { readonly diff?: string } {
  if (since !== undefined) return { diff: since.diff };
  const known = diffs.filter(({ diff }) => diff !== undefined);
  if (known.length === 0) return {};
  const lines = known.flatMap((one) => (one.diff === '' ? [] : diffLines(one, diffs.length > 1)));
  return { diff: fitText(lines.join('\n'), maxOutputChars) };
}
