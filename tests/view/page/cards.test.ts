import { describe, expect, test } from '@jest/globals';
import { createCards } from '../../../src/view/page/cards.js';
import type { Undone } from '../../../src/view/page/told.js';

const change = { change_id: 'a', time: 1, agent: 'ada', tool: 'replace_text', files: [] };

function cardsWith(undo: () => Promise<Undone>, canUndo = true) {
  const renewed: string[] = [];
  const cards = createCards({
    server: { diffs: async () => [], undo },
    canUndo,
    renew: (id) => renewed.push(id),
  });
  return { cards, renewed };
}

const done = async (): Promise<Undone> => ({ isDone: true, text: 'OK' });

describe('an undo', () => {
  test('that is done leaves nothing to say', async () => {
    const { cards, renewed } = cardsWith(done);
    const undoing = cards.undo('a');
    expect(cards.state(change).undo).toEqual({ kind: 'running' });
    expect(await undoing).toBe(true);
    expect(cards.state(change).undo).toEqual({ kind: 'none' });
    expect(renewed).toEqual(['a', 'a']);
  });

  test('that is refused says what the server said', async () => {
    const { cards } = cardsWith(async () => ({ isDone: false, text: 'ERROR CONFLICT' }));
    expect(await cards.undo('a')).toBe(false);
    expect(cards.state(change).undo).toEqual({ kind: 'refused', text: 'ERROR CONFLICT' });
  });

  test('that is not answered says so', async () => {
    const { cards } = cardsWith(() => Promise.reject(new Error('no way')));
    expect(await cards.undo('a')).toBe(false);
    expect(cards.state(change).undo).toMatchObject({ text: 'The server gave no answer: no way.' });
  });

  test('is not offered where it cannot be done', () => {
    expect(cardsWith(done, false).cards.state(change).undo).toEqual({ kind: 'impossible' });
    const { cards } = cardsWith(done);
    expect(cards.state({ ...change, is_partial: true }).undo).toEqual({ kind: 'impossible' });
  });
});

test('a card is made anew when its diff is known, and when it is expanded', async () => {
  const { cards, renewed } = cardsWith(done);
  expect(cards.state(change)).toMatchObject({ diffs: 'waiting', isExpanded: false });
  cards.want(['a']);
  await new Promise((resolve) => setTimeout(resolve, 0));
  cards.expand('a');
  expect(cards.state(change)).toMatchObject({ diffs: [], isExpanded: true });
  expect(renewed).toEqual(['a', 'a']);
});
