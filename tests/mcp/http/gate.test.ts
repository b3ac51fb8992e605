import { describe, expect, test } from '@jest/globals';
import { createGate, type GateOptions } from '../../../src/mcp/http/gate.js';
import { noTokens, readTokens } from '../../../src/mcp/http/tokens.js';

const SECRET = 's'.repeat(32);
const tokens = readTokens(`ada=${SECRET}`);

function knock(
  headers: Record<string, string>,
  options: Partial<GateOptions> = {},
  path = '/mcp',
  query = '',
) {
  const gate = createGate({
    address: { host: '127.0.0.1', port: 8080 },
    allowHosts: [],
    allowOrigins: [],
    tokens: noTokens,
    ...options,
  });
  return gate({ method: 'POST', path, query, headers });
}

const IN = { agent: undefined };

describe('the host', () => {
  test.each(['127.0.0.1:8080', 'localhost:8080', 'LOCALHOST', '[::1]:8080'])(
    '%s is this machine',
    (host) => {
      expect(knock({ host })).toEqual(IN);
    },
  );

  test.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    '',
    'localhost:8080:80',
  ])('%j is foreign, whatever the path', (host) => {
    expect(knock({ host })).toMatchObject({ status: 403 });
    expect(knock({ host }, {}, '/healthz')).toMatchObject({ status: 403 });
  });

  test('may be named, with or without a port', () => {
    expect(knock({ host: 'box.lan:80' }, { allowHosts: ['box.lan'] })).toEqual(IN);
    expect(knock({ host: 'box.lan:80' }, { allowHosts: ['box.lan:80'] })).toEqual(IN);
    expect(knock({ host: 'box.lan:81' }, { allowHosts: ['box.lan:80'] })).toMatchObject({
      status: 403,
    });
  });

  test('that is listened on is allowed', () => {
    expect(knock({ host: '10.0.0.5:80' }, { address: { host: '10.0.0.5', port: 80 } })).toEqual(IN);
  });
});

describe('the origin', () => {
  const host = 'localhost:8080';
  test.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    '%s is our own page',
    (origin) => {
      expect(knock({ host, origin })).toEqual(IN);
    },
  );

  test.each([
    'http://evil.example',
    'null',
    'http://localhost',
    'https://localhost:8080',
    'http://localhost:8081',
    '',
  ])('%j is foreign', (origin) => {
    expect(knock({ host, origin })).toMatchObject({ status: 403 });
    expect(knock({ host, origin }, {}, '/')).toMatchObject({ status: 403 });
  });

  test('may be named', () => {
    expect(
      knock({ host, origin: 'https://app.example' }, { allowOrigins: ['https://app.example'] }),
    ).toEqual(IN);
  });
});

describe('the token', () => {
  const host = 'localhost:8080';
  test('names the agent', () => {
    expect(knock({ host, authorization: `Bearer ${SECRET}` }, { tokens })).toEqual({
      agent: 'ada',
    });
  });

  test('is asked for where it is missing or wrong', () => {
    const refusal = { status: 401, headers: { 'WWW-Authenticate': 'Bearer realm="lockline"' } };
    expect(knock({ host }, { tokens })).toMatchObject(refusal);
    expect(knock({ host, authorization: 'Bearer wrong' }, { tokens })).toMatchObject(refusal);
  });

  test('is not needed for what holds no data', () => {
    expect(knock({ host }, { tokens }, '/healthz')).toEqual(IN);
    expect(knock({ host }, { tokens }, '/')).toEqual(IN);
  });

  test.each(['/', '/view.js', '/view.css', '/icon.svg'])(
    'is not needed for the page: %s',
    (path) => {
      expect(knock({ host }, { tokens }, path)).toEqual(IN);
    },
  );

  test.each(['/events', '/changes/abc'])('is needed for what it shows: %s', (path) => {
    expect(knock({ host }, { tokens }, path)).toMatchObject({ status: 401 });
    const authorization = `Bearer ${SECRET}`;
    expect(knock({ host, authorization }, { tokens }, path)).toEqual({ agent: 'ada' });
  });

  test.each([
    ['/', `token=${SECRET}`],
    ['/events', `a=b&access_token=${SECRET}`],
    ['/mcp', 'Token='],
  ])('is refused in a URL, even where none is needed: %s?%s', (path, query) => {
    const headers = { host, authorization: `Bearer ${SECRET}` };
    expect(knock(headers, { tokens }, path, query)).toMatchObject({ status: 400 });
    expect(JSON.stringify(knock(headers, { tokens }, path, query))).not.toContain(SECRET);
  });

  test('is not asked for of a page of another origin', () => {
    expect(knock({ host, origin: 'http://evil.example' }, { tokens })).toMatchObject({
      status: 403,
    });
  });
});

describe('a page of another origin that only embeds something, for which browsers name no origin', () => {
  const host = 'localhost:8080';

  test.each(['cross-site', 'same-site'])('is told nothing: %s', (site) => {
    const headers = { host, 'sec-fetch-site': site };
    for (const path of ['/events', '/changes/abc', '/mcp'])
      expect(knock(headers, {}, path)).toMatchObject({ status: 403 });
  });

  test('may lead to the page, whose own requests are let in', () => {
    expect(knock({ host, 'sec-fetch-site': 'cross-site' }, {}, '/')).toEqual(IN);
    expect(knock({ host, 'sec-fetch-site': 'same-origin' }, {}, '/events')).toEqual(IN);
    expect(knock({ host, 'sec-fetch-site': 'none' }, {}, '/events')).toEqual(IN);
  });

  test('is let in where its origin is', () => {
    const headers = { host, 'sec-fetch-site': 'cross-site', origin: 'https://app.example' };
    expect(knock(headers, { allowOrigins: ['https://app.example'] }, '/events')).toEqual(IN);
  });
});
