import { describe, expect, test } from '@jest/globals';
import { HOMEPAGE, PACKAGE, faultsOf, textOf } from './project.js';
import { readPlainYaml } from './plain-yaml.js';

/** What the registries read about the server, against their rules and against package.json. */

describe('server.json, for the MCP registry', () => {
  interface ServerJson {
    readonly packages: readonly { readonly registryType: string; readonly identifier: string }[];
  }
  const server = JSON.parse(textOf('server.json')) as ServerJson;
  const image = server.packages.find(({ registryType }) => registryType === 'oci');

  test('is as the schema asks', () => {
    expect(faultsOf(server, 'server-json')).toEqual([]);
  });

  test.each([
    ['a range for a version', { ...server, version: '^1.0.0' }, '/version'],
    ['a long description', { ...server, description: 'x'.repeat(101) }, '/description'],
    [
      'an image without a tag',
      { ...server, packages: [{ ...image, identifier: 'ghcr.io/a/b' }] },
      '/packages/0',
    ],
    [
      'an image with a version',
      { ...server, packages: [{ ...image, version: '1.0.0' }] },
      '/packages/0',
    ],
    ['a field that does not exist', { ...server, tools: [] }, 'additional properties'],
  ])('the schema refuses %s', (_, wrong, fault) => {
    expect(faultsOf(wrong, 'server-json').join('\n')).toContain(fault);
  });

  test('is what package.json says, which proves that the name is ours', () => {
    expect(server).toMatchObject({
      name: PACKAGE.mcpName,
      version: PACKAGE.version,
      repository: { url: HOMEPAGE },
      packages: [
        { registryType: 'npm', identifier: PACKAGE.name, version: PACKAGE.version },
        { registryType: 'oci' },
      ],
    });
    const [owner, name] = new URL(HOMEPAGE).pathname.slice(1).split('/');
    expect(PACKAGE.mcpName).toBe(`io.github.${owner}/${name}`);
  });

  test('the image has this version as its tag, and the name of the server as its label', () => {
    expect(image?.identifier.split(':')[1]).toBe(PACKAGE.version);
    expect(textOf('Dockerfile')).toContain(
      `LABEL io.modelcontextprotocol.server.name="${PACKAGE.mcpName}"\n`,
    );
  });
});

describe('the manifest of the MCPB bundle', () => {
  const manifest = JSON.parse(textOf('docs/mcpb/manifest.json')) as Record<string, unknown>;

  test('is as the schema asks, and the schema refuses what it should', () => {
    expect(faultsOf(manifest, 'mcpb-manifest')).toEqual([]);
    expect(faultsOf({ ...manifest, manifest_version: '0.2' }, 'mcpb-manifest')).toHaveLength(1);
    expect(faultsOf({ ...manifest, author: 'me' }, 'mcpb-manifest')).toHaveLength(1);
  });

  test('is what package.json says', () => {
    expect(manifest).toMatchObject({
      name: PACKAGE.name,
      version: PACKAGE.version,
      license: PACKAGE.license,
      keywords: PACKAGE.keywords,
      author: { name: PACKAGE.author },
      repository: { url: `${HOMEPAGE}.git` },
      compatibility: { runtimes: { node: PACKAGE.engines.node } },
      server: { entry_point: PACKAGE.bin['lockline'] },
    });
  });

  test('starts the program with the folders that the user picks', () => {
    const roots = { type: 'directory', multiple: true, required: true };
    const args = ['${__dirname}/dist/lockline.js', '${user_config.roots}'];
    expect(manifest).toMatchObject({ server: { mcp_config: { args } }, user_config: { roots } });
  });
});

describe('the entry of the Docker catalogue', () => {
  const entry = readPlainYaml(textOf('docs/docker-catalogue/server.yaml')) as Record<
    string,
    unknown
  >;

  test('is as the catalogue asks, and its rules refuse what they should', () => {
    expect(faultsOf(entry, 'docker-catalogue')).toEqual([]);
    expect(faultsOf({ ...entry, type: 'remote' }, 'docker-catalogue')).toHaveLength(1);
    expect(faultsOf({ ...entry, licence: 'MIT' }, 'docker-catalogue')).toHaveLength(1);
  });

  test('is what package.json says', () => {
    const { name } = PACKAGE;
    expect(entry).toMatchObject({ name, image: `mcp/${name}`, source: { project: HOMEPAGE } });
  });

  test('mounts the folders of the user under their own paths, without a network', () => {
    const parameter = `${PACKAGE.name}.paths`;
    expect(entry).toMatchObject({
      run: {
        command: [`{{${parameter}|volume-target|into}}`],
        volumes: [`{{${parameter}|volume|into}}`],
        disableNetwork: true,
      },
      config: { parameters: { properties: { paths: { type: 'array' } } } },
    });
  });
});

test('all of them describe the server in the same words', () => {
  const { description } = JSON.parse(textOf('server.json')) as { description: string };
  expect(JSON.parse(textOf('docs/mcpb/manifest.json'))).toMatchObject({ description });
  expect(readPlainYaml(textOf('docs/docker-catalogue/server.yaml'))).toMatchObject({
    about: { description },
  });
});
