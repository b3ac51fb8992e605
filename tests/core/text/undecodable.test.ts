import { describe, expect, test } from '@jest/globals';
import { undecodable, undecodableAt } from '../../../src/core/text/undecodable.js';
import { linesOf } from '../../support/versions.js';
import { encoded, encodingOf } from '../fixture.js';

describe('undecodableAt', () => {
  test('names line, offset in the file, and the readings of the line', () => {
    const bytes = Buffer.from('\uFEFFok\r\n', 'utf8');
    const file = Buffer.concat([bytes, Buffer.from('caf\xe9\r\n', 'latin1')]);
    expect(undecodableAt(linesOf(file), 10, 'a.txt')).toMatchObject({
      code: 'UNDECODABLE',
      details: {
        path: 'a.txt',
        encoding: 'utf-8',
        line: 2,
        offset: 10,
        readings: expect.arrayContaining([{ encoding: 'windows-1252', text: 'café' }]),
      },
    });
  });

  test('has no readings for wide units', () => {
    const file = Buffer.concat([encoded('a', 'utf-16le'), Buffer.of(0x00, 0xd8)]);
    expect(undecodableAt(linesOf(file, 'utf-16le'), 2, 'a.txt').details).toMatchObject({
      line: 1,
      offset: 2,
      readings: [],
    });
  });
});

describe('undecodable', () => {
  test('does not offer the encoding that failed', () => {
    const { details } = undecodable({
      shown: 'a.txt',
      encoding: encodingOf(Buffer.alloc(0), 'windows-1252'),
      line: 7,
      content: Buffer.of(0x81, 0x40),
      contentOffset: 100,
      badOffset: 0,
    });
    expect(details).toMatchObject({ line: 7, offset: 100, encoding: 'windows-1252' });
    expect(details.readings.map(({ encoding }) => encoding)).not.toContain('windows-1252');
    expect(details.readings.map(({ encoding }) => encoding)).toContain('shift_jis');
  });
});
