import { describe, expect, test } from '@jest/globals';
import { createProtection, isOwnName } from '../../../../src/store/disk/paths/protect.js';
import { refusalOf } from '../../../support/thrown.js';

const denying = (...deny: readonly string[]) => createProtection({ deny, allowWrite: [] });
const allowing = (...allowWrite: readonly string[]) => createProtection({ deny: [], allowWrite });

describe('protected against writing', () => {
  test.each([
    ['.git', '.git/'],
    ['.git/config', '.git/'],
    ['.GIT/Config', '.git/'],
    ['sub/module/.git', '.git/'],
    ['sub/.git/hooks/pre-commit', '.git/'],
    ['.git/modules/sub/config', '.git/'],
    ['.g\u200cit/config', '.git/'],
    ['a\u2028b/.git/config', '.git/'],
    ['.mcp.json', '.mcp.json'],
    ['pkg/.MCP.json', '.mcp.json'],
    ['.claude/settings.json', '.claude/settings*.json'],
    ['x/.claude/settings.local.json', '.claude/settings*.json'],
    ['.claude/hooks/run.sh', '.claude/hooks/'],
    ['.cursor/mcp.json', '.cursor/mcp.json'],
    ['.cursor/hooks.json', '.cursor/hooks*'],
    ['.cursor/hooks/a/b.sh', '.cursor/hooks*'],
    ['.vscode/mcp.json', '.vscode/mcp.json'],
    ['.Vſcode/mcp.json', '.vscode/mcp.json'],
    ['.codex/config.toml', '.codex/'],
    ['.codex', '.codex/'],
    ['deep/down/.CODEX/x', '.codex/'],
    ['.gemini/settings.json', '.gemini/settings.json'],
  ])('%j by the rule %s', (path, rule) => {
    expect(allowing().ruleAgainstWriting(path)).toBe(rule);
  });

  test.each([
    '',
    'a.txt',
    '.gitignore',
    '.gitmodules',
    '.github/workflows/ci.yml',
    'git/config',
    'x.git',
    'mcp.json',
    '.claude/agents/a.md',
    '.claude/sub/settings.json',
    '.cursor/rules/a.mdc',
    '.vscode/settings.json',
    '.gemini/GEMINI.md',
    '.codex.toml',
    '.lockline.toml',
    'lockline/x',
  ])('not %j', (path) => {
    expect(allowing().ruleAgainstWriting(path)).toBeUndefined();
  });

  test.each([
    ['.vscode/mcp.json', '.vscode/mcp.json', true],
    ['.vscode/mcp.json', 'sub/.vscode/mcp.json', false],
    ['.mcp.json', 'sub/.MCP.json', true],
    ['/.mcp.json', 'sub/.mcp.json', false],
    ['.codex/', '.codex/config.toml', true],
    ['.git/info/*', '.git/info/exclude', true],
    ['.git/info/*', '.git/config', false],
    ['**', '.git/config', true],
  ])('--allow-write %s and %s: writable is %j', (glob, path, isWritable) => {
    expect(allowing(glob).ruleAgainstWriting(path) === undefined).toBe(isWritable);
  });

  test.each(['.a.txt.lockline/.git/lock/hb', '.lockline/log', '.LOCKLINE/log', 'x/.lockline-0123'])(
    'nothing opens %s, which is ours',
    (path) => {
      expect(allowing('**').ruleAgainstWriting(path)).toBe("Lockline's own files");
    },
  );
});

describe('denied', () => {
  test.each([
    ['.env', '.env', true],
    ['.env', 'a/b/.ENV', true],
    ['.env', '.env.example', false],
    ['.env*', 'a/.env.local', true],
    ['secrets', 'secrets', true],
    ['secrets', 'a/Secrets/b/c.txt', true],
    ['secrets/', 'secrets/x', true],
    ['/secrets', 'a/secrets/x', false],
    ['/secrets', 'secrets/x', true],
    ['./secrets', 'secrets/x', true],
    ['conf/*.key', 'conf/a.key', true],
    ['conf/*.key', 'conf/sub/a.key', false],
    ['conf/**', 'conf/sub/a.key', true],
    ['**/*.pem', 'a/b/c.PEM', true],
    ['*.pem', 'a\u2028b/c\u2028d.pem', true],
    ['clé.txt', 'cle\u0301.TXT', true],
    ['.env', '.ｅnv', true],
    ['!x', 'y', false],
    ['!x', '!x', true],
    ['[ab].txt', 'A.txt', true],
    ['a{b,c}.txt', 'ac.txt', true],
  ])('%j hides %j: %j', (glob, path, isHidden) => {
    expect(denying(glob).isDenied(path)).toBe(isHidden);
  });

  test('without rules, nothing', () => {
    expect(denying().isDenied('.env')).toBe(false);
  });

  test.each(['a{b', '[z-a]', '/'])('a glob that cannot be read is refused: %s', (glob) => {
    const { code, details } = refusalOf(() => denying(glob));
    expect(code).toBe('INVALID_ARGUMENT');
    expect(details['what']).toContain(glob);
  });
});

test.each([
  ['.lockline', true],
  ['.a.txt.lockline', true],
  ['..lockline', true],
  ['.a\nb.lockline', true],
  ['.lockline-9f', true],
  ['.Lockline', true],
  ['a.lockline', false],
  ['.locklines', false],
  ['lockline', false],
])('isOwnName of %j is %j', (name, expected) => {
  expect(isOwnName(name)).toBe(expected);
});
