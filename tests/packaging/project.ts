import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

export const textOf = (file: string): string => readFileSync(`${PROJECT}${file}`, 'utf8');

/** The parts of package.json that what is published repeats. */
export interface Package {
  readonly name: string;
  readonly version: string;
  readonly mcpName: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly author: string;
  readonly engines: { readonly node: string };
  readonly bin: Readonly<Record<string, string>>;
  readonly repository: { readonly url: string };
}

export const PACKAGE = JSON.parse(textOf('package.json')) as Package;

/** Where the source is, for a browser. */
export const HOMEPAGE = PACKAGE.repository.url.replace(/^git\+|\.git$/g, '');

/** What is wrong with a value by the schema of that name in `fixtures/`; nothing, if it is right. */
export function faultsOf(value: unknown, schema: string): readonly string[] {
  const validate = new Ajv({ allErrors: true, strictTypes: false }).compile(
    JSON.parse(textOf(`tests/packaging/fixtures/${schema}.schema.json`)) as object,
  );
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
