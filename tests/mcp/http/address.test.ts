import { expect, test } from '@jest/globals';
import { isLoopback, parseAddress, urlOf } from '../../../src/mcp/http/address.js';

test.each([
  ['8080', { host: '127.0.0.1', port: 8080 }, 'http://127.0.0.1:8080'],
  ['0', { host: '127.0.0.1', port: 0 }, 'http://127.0.0.1:0'],
  ['0.0.0.0:80', { host: '0.0.0.0', port: 80 }, 'http://0.0.0.0:80'],
  ['localhost:65535', { host: 'localhost', port: 65_535 }, 'http://localhost:65535'],
  ['[::1]:9000', { host: '::1', port: 9000 }, 'http://[::1]:9000'],
])('%s is an address', (text, address, url) => {
  expect(parseAddress(text)).toEqual(address);
  expect(urlOf(address)).toBe(url);
});

test.each(['', '65536', '::1:80', 'host', 'host:', ':80', 'a b:80', '80x', 'http://x:80'])(
  '%j is none',
  (text) => {
    expect(parseAddress(text)).toBeUndefined();
  },
);

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.0.0.1.evil.example', false],
  ['10.0.0.1', false],
])('%s is reached from this machine only: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
