import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { likelyReadings } from '../../../src/core/text/readings.js';
import { encoded, encodingOf } from '../fixture.js';

/** The readings of text that is really in an encoding. */
function readingsOf(text: string, name: string) {
  const bytes = encoded(text, name);
  const decoded = encodingOf(Buffer.alloc(0), 'utf-8').decode(bytes);
  return likelyReadings(bytes, 'offset' in decoded ? decoded.offset : 0);
}

describe('likelyReadings', () => {
  test.each([
    ['windows-1252', 'café'],
    ['windows-1252', '// Acme™ shop, 5¢'],
    ['windows-1252', '// opções, ÇÃO'],
    ['windows-1252', 'it’s “fine”, 5 €'],
    ['windows-1252', 'naïve'],
    ['shift_jis', '名前=山'],
    ['shift_jis', '// これはテストです'],
    ['euc-jp', 'これはテストです'],
    ['euc-jp', '日本語の文章を読む'],
    ['gb18030', '// 这是一个测试，中文字符'],
    ['big5', '這是一個測試，繁體中文'],
    ['euc-kr', '/* 설정 */'],
    ['euc-kr', '한국어 문장을 읽는다'],
    ['windows-1251', 'настройка сервера'],
    ['koi8-r', 'настройка сервера'],
  ])('of %s text name it first: %s', (name, text) => {
    expect(readingsOf(text, name)[0]).toEqual({ encoding: name, text });
  });

  test('leave out those that look like no text, as long as one does', () => {
    expect(readingsOf('// Acme™', 'windows-1252')).toEqual([
      { encoding: 'windows-1252', text: '// Acme™' },
    ]);
    expect(likelyReadings(Buffer.of(0x98, 0x81, 0x8d, 0xff), 0)).not.toEqual([]);
  });

  test('of any bytes are one to five, each of another encoding, none with a replaced byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), fc.nat(), (array, at) => {
        const readings = likelyReadings(Buffer.from(array), at % array.length);
        expect(readings.length).toBeGreaterThanOrEqual(1);
        expect(readings.length).toBeLessThanOrEqual(5);
        expect(new Set(readings.map(({ encoding }) => encoding)).size).toBe(readings.length);
        for (const { text } of readings) expect(text).not.toContain('\uFFFD');
      }),
      { numRuns: 200 },
    );
  });

  test('of a long line show what is near the byte', () => {
    const line = `${'word '.repeat(100_000)}日本語の文章${' word'.repeat(100_000)}`;
    const [first] = readingsOf(line, 'euc-jp');
    expect(first?.encoding).toBe('euc-jp');
    expect(first?.text.length).toBeLessThanOrEqual(121);
    const dense = `${'a'.repeat(1000)}é${'a'.repeat(1000)}`;
    expect(readingsOf(dense, 'windows-1252')[0]?.text).toMatch(/^éa+$/);
  });
});
