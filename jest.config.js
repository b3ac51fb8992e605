import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/tests'],
  testMatch: ['<rootDir>/tests/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  // Imports name the `.js` file, as Node wants it; under jest it is the `.ts` source.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  // The build puts something in the place of these names. It also copies what they lead to.
  globals: {
    __LOCKLINE_VERSION__: version,
    __LOCKLINE_VIEW__: new URL('dist/view/', import.meta.url).href,
    __LOCKLINE_GRAMMARS__: new URL('dist/grammars/', import.meta.url).href,
  },
  collectCoverageFrom: ['src/**/*.ts'],
  coverageProvider: 'v8',
  testTimeout: 30_000,
};
