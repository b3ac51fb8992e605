// The times as bars on a logarithmic scale, one group for each row that has others to compare with.
const SIDES = [
  ['Lockline', '#2563eb'],
  ['official', '#d97706'],
  ['desktop-commander', '#7c3aed'],
  ['limit', '#9ca3af'],
];
const WIDTH = 860;
const LEFT = 300;
const RIGHT = 70;
const BAR = 12;
const GAP = 18;
const TOP = 56;
const text = (size) => `font-family="system-ui, sans-serif" font-size="${size}" fill="#111827"`;

export function plot({ rows }) {
  const groups = rows
    .filter(({ unit }) => unit === undefined)
    .map(({ what, times = {} }) => ({ what, bars: barsOf(times) }))
    .filter(({ bars }) => bars.length > 1);
  const all = groups.flatMap(({ bars }) => bars.map(({ time }) => time));
  const scale = scaleOf(Math.min(...all), Math.max(...all));
  let y = TOP;
  const shapes = groups.map(({ what, bars }) => {
    const group = drawGroup({ what, bars, y, scale });
    y += bars.length * BAR + GAP;
    return group;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 8}" role="img">
<title>Times in milliseconds, shorter is better</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${legend()}
${ticks(scale, y)}
${shapes.join('\n')}
</svg>
`;
}

function barsOf(times) {
  return SIDES.filter(([name]) => typeof times[name] === 'number').map(([name, colour]) => {
    return { name, colour, time: times[name] };
  });
}

function scaleOf(least, most) {
  const from = Math.floor(Math.log10(least));
  const to = Math.ceil(Math.log10(most));
  const room = WIDTH - LEFT - RIGHT;
  return { from, to, x: (time) => ((Math.log10(time) - from) / (to - from)) * room };
}

function drawGroup({ what, bars, y, scale }) {
  const middle = y + (bars.length * BAR) / 2 + 4;
  const label = escaped(what.replaceAll('`', ''));
  const short = label.length > 44 ? `${label.slice(0, 43)}…` : label;
  const drawn = bars.map(({ colour, time }, index) => {
    const top = y + index * BAR;
    const length = Math.max(1, scale.x(time));
    return `<rect x="${LEFT}" y="${top}" width="${length.toFixed(1)}" height="${BAR - 2}" fill="${colour}"/>
<text x="${(LEFT + length + 4).toFixed(1)}" y="${top + 9}" ${text(10)}>${shown(time)}</text>`;
  });
  return `<text x="${LEFT - 8}" y="${middle}" text-anchor="end" ${text(12)}><title>${label}</title>${short}</text>
${drawn.join('\n')}`;
}

function ticks({ from, to, x }, bottom) {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const at = (LEFT + x(10 ** (from + index))).toFixed(1);
    return `<line x1="${at}" y1="${TOP - 6}" x2="${at}" y2="${bottom}" stroke="#e5e7eb"/>
<text x="${at}" y="${TOP - 12}" text-anchor="middle" ${text(12)}>${shown(10 ** (from + index))} ms</text>`;
  }).join('\n');
}

function legend() {
  return SIDES.map(([name, colour], index) => {
    const x = LEFT + index * 150;
    return `<rect x="${x}" y="10" width="12" height="12" fill="${colour}"/>
<text x="${x + 17}" y="20" ${text(12)}>${name}</text>`;
  }).join('\n');
}

function shown(time) {
  return time >= 10 ? String(Math.round(time)) : String(Number(time.toPrecision(2)));
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
