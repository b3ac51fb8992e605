import { request as httpRequest } from 'node:http';
import { connect as tcpConnect } from 'node:net';
import { expect, test } from '@jest/globals';
import { endServicesAfterEach, startService } from '../../support/http-service.js';

endServicesAfterEach();

test('a body that grows over the limit without saying so', async () => {
  const { url } = await startService({ maxBody: 1000 });
  const answer = await new Promise<number>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const request = httpRequest(`${url}/mcp`, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.write('"');
    request.write('x'.repeat(2000));
  });
  expect(answer).toBe(413);
});

test('a body that comes too slowly is waited for no longer than told', async () => {
  const { url, authors } = await startService({ requestTimeoutMs: 300 });
  const port = Number(new URL(url).port);
  const text = await new Promise<string>((resolve, reject) => {
    let answer = '';
    const socket = tcpConnect(port, '127.0.0.1', () => {
      socket.write(
        'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
      );
    });
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('close', () => {
      resolve(answer);
    });
    socket.on('error', reject);
  });
  expect(text).toMatch(/^HTTP\/1.1 408 /);
  expect(authors).toEqual([]);
});
