// Runs the demo and draws what it printed as a terminal: docs/demo.svg, for README. Steps 1 to 3, which
// tell the story, and the last line.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FONT_PX = 13;
const LINE_PX = 19;
const COLUMN_PX = 7.85;
const PAD_PX = 22;
const BAR_PX = 34;
const TAB_COLUMNS = 8;
const SPEAKER = /^( {2})(Ada|Ben)( \| )/;

const STYLE = `
  .back{fill:#fff;stroke:#d0d7de}.bar{fill:#d0d7de}text{fill:#1f2328;white-space:pre}.step{font-weight:bold}.dim{fill:#656d76}
  .Ada{fill:#8250df}.Ben{fill:#0969da}.plus{fill:#1a7f37}.minus{fill:#cf222e}.ok{fill:#1a7f37;font-weight:bold}.error{fill:#cf222e;font-weight:bold}
  @media (prefers-color-scheme:dark){
    .back{fill:#0d1117;stroke:#30363d}.bar{fill:#30363d}text{fill:#e6edf3}.dim{fill:#8b949e}
    .Ada{fill:#d2a8ff}.Ben{fill:#79c0ff}.plus,.ok{fill:#56d364}.minus,.error{fill:#ff7b72}
  }`;

const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const span = (kind, text) => (kind === '' ? text : `<tspan class="${kind}">${text}</tspan>`);

/** What to show of the output: up to step 4, and how it ended. */
function excerpt(output) {
  const lines = output.trimEnd().split('\n');
  const cut = lines.findIndex((line) => line.startsWith('4. '));
  const rest =
    '[4 to 6: a transaction over two files, one that is refused, and the hashes as sha256sum prints them]';
  return ['$ npm run demo', '', ...lines.slice(0, cut), rest, '', lines.at(-1)];
}

/** How a line that an agent sees is coloured. */
function kindOf(text) {
  if (text.startsWith('OK ')) return 'ok';
  if (text.startsWith('ERROR ')) return 'error';
  if (text.startsWith('+')) return 'plus';
  if (text.startsWith('-')) return 'minus';
  return text.startsWith('@@') || text.startsWith('Go on ') ? 'dim' : '';
}

function withoutTabs(text) {
  return text.replaceAll(
    /([^\t]*)\t/g,
    (_, before) => before + ' '.repeat(TAB_COLUMNS - (before.length % TAB_COLUMNS)),
  );
}

function kindOfHeading(line) {
  if (line.startsWith('[')) return 'dim';
  return /^\d\. |^\$ /.test(line) ? 'step' : '';
}

function colour(line) {
  const [prefix, blank, who, bar] = SPEAKER.exec(line) ?? [];
  if (prefix === undefined) return span(kindOfHeading(line), escape(line));
  const said = withoutTabs(line.slice(prefix.length));
  return `${blank}${span(who, who)}${span('dim', bar)}${span(kindOf(said), escape(said))}`;
}

function draw(lines) {
  const width = Math.ceil(Math.max(...lines.map(({ length }) => length)) * COLUMN_PX) + 2 * PAD_PX;
  const height = BAR_PX + lines.length * LINE_PX + PAD_PX;
  const rows = lines.map((line, index) => {
    const y = BAR_PX + (index + 1) * LINE_PX;
    return line === '' ? '' : `<text x="${PAD_PX}" y="${y}">${colour(line)}</text>\n`;
  });
  const dots = [0, 1, 2].map(
    (dot) => `<circle class="bar" cx="${PAD_PX + dot * 18}" cy="18" r="6"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="${FONT_PX}" xml:space="preserve" role="img" aria-label="A terminal with the output of npm run demo">
<style>${STYLE}
</style>
<rect class="back" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${dots.join('')}
${rows.join('')}</svg>
`;
}

const demo = fileURLToPath(new URL('demo.mjs', import.meta.url));
const picture = fileURLToPath(new URL('../docs/demo.svg', import.meta.url));
writeFileSync(picture, draw(excerpt(execFileSync(process.execPath, [demo], { encoding: 'utf8' }))));
