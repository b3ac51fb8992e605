// What was measured, as a page.
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';

/** Columns of the table, by the names under which times are kept. */
const SIDES = ['Lockline', 'official', 'desktop-commander'];

export function markdown({ rows, curves, servers, quick }) {
  const others = servers.flatMap((server) => server.package ?? []);
  return `# Benchmark

Written by \`npm run bench\`${quick ? ' (quick: few samples)' : ''} on ${new Date().toISOString().slice(0, 10)}: ${machine()}.
Compared with ${others.length > 0 ? others.join(' and ') : 'no other server, since none could be installed'}. Times are medians in
milliseconds where nothing else is said, taken in turns in one run; memory is the most that the server process had.

![Times of Lockline and others](benchmark.svg)

${table([['what', ...SIDES, 'limit', 'ratio', 'target'], ...rows.map((row) => cells(row))])}

${notes(rows)}

## Growth

Times in milliseconds at four sizes, each four times the one before. The power says how time grows
with size: 1 is in proportion, less is better.

${table([
  ['what', 'n', 'times', 'power'],
  ...curves.map(({ what, sizes, times, power }) => [
    what,
    sizes.map((size) => size.toLocaleString('en')).join(', '),
    times.map((time) => shown(time)).join(', '),
    power.toFixed(2),
  ]),
])}
`;
}

function machine() {
  const [{ model } = { model: 'unknown processor' }] = cpus();
  const memory = Math.round(totalmem() / 1e9);
  const load = loadavg()[0].toFixed(1);
  const processors = `${cpus().length} x ${model.trim()}`;
  return `Node ${process.version}, ${platform()} ${arch()}, ${processors}, ${memory} GB, load ${load} at the end`;
}

function cells(row) {
  const { times = {}, rate = {}, memory = {}, limit } = row;
  const side = (name) => {
    const value = rate[name] === undefined ? shown(times[name]) : `${shown(rate[name])}/s`;
    return memory[name] === undefined ? value : `${value}, ${memory[name].toFixed(0)} MB`;
  };
  const floor = times.limit === undefined ? '' : `${shown(times.limit)} (${limit})`;
  return [row.what, ...SIDES.map(side), floor, ratioText(row), targetText(row)];
}

/** The ratio to what the target is about. */
function ratioOf({ times, ratio }) {
  const value = times?.Lockline / times?.[ratio?.of];
  return Number.isFinite(value) ? value : undefined;
}

function ratioText(row) {
  const value = ratioOf(row);
  if (value === undefined) return '';
  const of = { one: row.limit ?? 'one', official: 'official', limit: 'limit', ripgrep: 'ripgrep' }[
    row.ratio.of
  ];
  return `${value.toFixed(2)} x ${of}`;
}

function targetText(row) {
  const { ratio, target, rateTarget, memoryTarget, memory, rate, share, times } = row;
  const said = [
    ratio?.target &&
      judged(`<= ${Number(ratio.target.toFixed(2))} x`, ratioOf(row) <= ratio.target),
    target && judged(`<= ${target} ms`, times.Lockline <= target),
    memoryTarget && judged(`<= ${memoryTarget} MB`, memory.Lockline <= memoryTarget),
    rateTarget && judged(`>= ${rateTarget}/s`, rate.Lockline >= rateTarget),
    share !== undefined && judged('share >= 0.7', share >= 0.7),
  ];
  return said.filter(Boolean).join(', ');
}

function judged(text, isMet) {
  return `${text} ${isMet ? '(met)' : '**(missed)**'}`;
}

function notes(rows) {
  const told = rows.filter(({ note }) => note).map(({ what, note }) => `- ${what}: ${note}`);
  return told.join('\n');
}

function shown(value) {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function table(rows) {
  const [head, ...body] = rows.map((row) => `| ${row.map(escaped).join(' | ')} |`);
  return [head, `|${' --- |'.repeat(rows[0].length)}`, ...body].join('\n');
}

function escaped(text) {
  return text.replaceAll('|', '\\|');
}
