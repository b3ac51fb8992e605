// A program that reads stamped files again and again without asking Lockline, until its input ends; then it
// prints as JSON how often it read and what it saw that was not whole: poller.mjs FILE...
import { readFileSync } from 'node:fs';

const files = process.argv.slice(2);
const sizes = new Map(files.map((file) => [file, readFileSync(file).length]));
const torn = [];
let reads = 0;

function look(file) {
  reads += 1;
  try {
    const text = readFileSync(file, 'utf8');
    const lines = text.trimEnd().split('\n');
    if (text.length !== sizes.get(file)) torn.push(`${file}: ${text.length} bytes`);
    else if (lines[0] !== lines.at(-1)) torn.push(`${file}: ${lines[0]} / ${lines.at(-1)}`);
  } catch (error) {
    torn.push(`${file}: ${error.message}`);
  }
}

const timer = setInterval(() => files.forEach(look), 4);
process.stdin.resume();
process.stdin.on('end', () => {
  clearInterval(timer);
  process.stdout.write(JSON.stringify({ reads, torn }));
});
