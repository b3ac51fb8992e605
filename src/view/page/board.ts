import type { ViewEvent } from '../event.js';
import { createAnnouncer } from './announcer.js';
import { createChangesPanel, type Hello } from './changes-panel.js';
import { byId } from './element.js';
import { createKnown, type News } from './known.js';
import { busyFiles, presentAgents } from './present.js';
import { changeSentence, meetingSentence } from './sentences.js';
import type { LocklineServer } from './server.js';
import { drawSide } from './side.js';

/** All that is shown once the server has let the watcher in. */
export interface Board {
  take(events: readonly ViewEvent[]): void;
}

const TICK_MS = 1000;

export function createBoard(server: LocklineServer, hello: Hello): Board {
  const now = clockOf(hello);
  const known = createKnown();
  const { changes } = known;
  const say = createAnnouncer(byId('said'));
  const panel = createChangesPanel({ server, hello, changes, now, say });
  const drawBeside = (): void => {
    const [all, writes] = [changes.all(), known.writes()];
    const agents = presentAgents(all, known.agents());
    const files = busyFiles(all, writes, now());
    const side = { agents, files, writes, meetings: known.meetings(), now: now() };
    drawSide(side, (name) => panel.pick(name));
  };
  /** A change that was taken back, and what that had taken back itself. */
  const renewAll = (first: string | undefined): void => {
    for (let id = first; id !== undefined; id = changes.get(id)?.undoes) panel.renew(id);
  };
  setInterval(() => {
    panel.refresh();
    drawBeside();
  }, TICK_MS);
  panel.show(false);
  return {
    take: (events) => {
      const isFirst = changes.all().length === 0;
      const news = known.take(events);
      if (news.changes.length > 0) panel.show(news.isCut);
      for (const { undoes } of news.changes) renewAll(undoes);
      if (!isFirst) for (const sentence of sentencesOf(news)) say(sentence);
      drawBeside();
    },
  };
}

/** Gives the time of the server, whose clock may be another than ours. */
function clockOf({ now }: Hello): () => number {
  const lead = now - Date.now();
  return () => Date.now() + lead;
}

function sentencesOf({ changes, meetings }: News): readonly string[] {
  return [...changes.map(changeSentence), ...meetings.map(meetingSentence)];
}
