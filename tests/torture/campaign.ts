import { isLocklineError } from '../../src/core/errors.js';
import type { Scenario } from '../support/scenarios.js';

/** What every campaign is told. */
export interface CampaignOptions {
  readonly scenarios: readonly Scenario[];
  /** After so many violations it ends; 20 if not given. */
  readonly enough?: number;
}

/** What a campaign of injected faults found. */
export interface Report {
  /** How many runs with a fault there were. */
  points: number;
  /** How each run ended, by a word. */
  readonly endings: Map<string, number>;
  readonly violations: string[];
  readonly enough: number;
}

export function newReport({ enough = 20 }: CampaignOptions): Report {
  return { points: 0, endings: new Map(), violations: [], enough };
}

/** Runs one case, which gives the word for its ending or throws what is wrong with it. */
export async function examine(
  report: Report,
  label: string,
  run: () => Promise<string>,
): Promise<void> {
  report.points += 1;
  try {
    const ending = await run();
    report.endings.set(ending, (report.endings.get(ending) ?? 0) + 1);
  } catch (error) {
    report.violations.push(`${label}: ${wordsOf(error)}`);
  }
  if (report.violations.length >= report.enough)
    throw new Violation(`it goes on like this:\n${report.violations.join('\n')}`);
}

/** A state of the files that must never be. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

function wordsOf(error: unknown): string {
  if (isLocklineError(error)) return `${error.code} ${JSON.stringify(error.details)}`;
  if (error instanceof Violation) return error.message;
  return error instanceof Error ? String(error.stack) : String(error);
}

/** Every `stride`-th item, beginning somewhere that depends on `salt`. */
export function everyNth<T>(items: readonly T[], stride: number, salt = 0): readonly T[] {
  return items.filter((_, index) => index % stride === salt % stride);
}

/** 1 to `last`: the calls of a process. */
export function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

/** One line for people. */
export function summary(name: string, { points, violations, endings }: Report): string {
  const counts = Array.from(endings, ([ending, times]) => `${ending} ${String(times)}`);
  return `${name}: ${String(points)} points, ${String(violations.length)} violations (${counts.join(', ')})`;
}
