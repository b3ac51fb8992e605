import { Transform } from 'node:stream';

const LINE_FEED = 0x0a;

/**
 * Passes on whole lines only, so that who reads them need not join and search a growing buffer: time
 * stays linear in the length of a message. A last line needs no line feed. Fails at a line of over
 * `limit` bytes.
 */
export function createLineJoiner(limit: number): Transform {
  let begun: Buffer[] = [];
  let begunSize = 0;

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = chunk.indexOf(LINE_FEED);
      if (begunSize + (end === -1 ? chunk.length : end) > limit) {
        done(new RangeError(`The client sent a message of over ${limit} bytes (--max-message).`));
        return;
      }
      const rest = chunk.subarray(chunk.lastIndexOf(LINE_FEED) + 1);
      if (rest.length < chunk.length) {
        const whole = chunk.subarray(0, chunk.length - rest.length);
        this.push(begun.length === 0 ? whole : Buffer.concat([...begun, whole]));
        begun = [];
        begunSize = 0;
      }
      if (rest.length > 0) begun.push(rest);
      begunSize += rest.length;
      done();
    },

    flush(done) {
      if (begun.length > 0) this.push(Buffer.concat([...begun, Buffer.of(LINE_FEED)]));
      done();
    },
  });
}
