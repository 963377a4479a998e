import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderWith } from '@/lib/test-support'
import { dependencyProblems, supportProblems } from './check-dependencies'

const integrity = `sha512-${'A'.repeat(86)}==`
const good = {
  '': { name: 'app', version: '1.0.0' },
  'node_modules/plain': { version: '1.0.0', integrity },
  'node_modules/@scope/for-windows': { version: '1.0.0', optional: true, os: ['win32'], cpu: ['x64'] },
  'node_modules/@scope/for-musl': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
}

function problems(changes: Record<string, object>) {
  return dependencyProblems({ lockfileVersion: 3, packages: { ...good, ...changes } })
}

describe('dependencyProblems', () => {
  it('accepts a lock file with a checksum for every package', () => expect(problems({})).toEqual([]))

  it.each([
    ['no checksum', { 'node_modules/new': { version: '1.0.0' } }],
    ['no checksum, though optional', { 'node_modules/new': { version: '1.0.0', optional: true } }],
    ['a weak checksum', { 'node_modules/new': { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } }],
    ['a choice of checksums', { 'node_modules/new': { integrity: `${integrity} sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=` } }],
    [
      'an address outside the registry',
      { 'node_modules/new': { integrity, resolved: 'git+ssh://git@example.com/new.git' } },
    ],
    ['no checksum for another platform, though it is not optional', { 'node_modules/new': { os: ['win32'] } }],
    [
      'no checksum for this platform',
      { 'node_modules/new': { optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] } },
    ],
  ])('refuses a package with %s', (_what, changes) => expect(problems(changes)).toHaveLength(1))

  it('names the package of a problem', () => {
    expect(problems({ 'node_modules/new': {} })).toEqual(['node_modules/new has no checksum.'])
  })
})

it('dependencyProblems throws when the lock file has another version', () => {
  expect(() => dependencyProblems({ lockfileVersion: 1, packages: {} })).toThrow()
})

describe('supportProblems', () => {
  const table = '| Library |\n| --- |\n| `jose` 6, `openid-client` 6 |\n| `bs58` 6, 5 |\n'
  const supported = {
    'node_modules/jose': { version: '6.2.18' },
    'node_modules/openid-client': { version: '6.9.0' },
    'node_modules/bs58': { version: '6.0.0' },
    'node_modules/wallet/node_modules/bs58': { version: '5.0.0' },
    'node_modules/idp/node_modules/bs58': { version: '4.0.1', dev: true },
    'node_modules/not-listed': { version: '1.0.0' },
  }
  const check = (changes: Record<string, object | undefined>, rows = table) => {
    // JSON leaves out what is undefined.
    const packages: unknown = JSON.parse(JSON.stringify({ ...supported, ...changes }))
    return supportProblems(
      { lockfileVersion: 3, packages },
      `# A\n\n### End of support\n\n${rows}\n## B\n\n| \`c\` 1 |`,
    )
  }

  it('accepts the listed major versions, and any for development', () => expect(check({})).toEqual([]))

  it.each([
    [
      'a library is not installed',
      { 'node_modules/bs58': undefined },
      'bs58 6 is not installed: remove it from docs/assurance.md.',
    ],
    [
      'another package brings another major version',
      { 'node_modules/x/node_modules/bs58': { version: '4.0.1' } },
      'node_modules/x/node_modules/bs58 is version 4: replace it, or list its support in docs/assurance.md.',
    ],
    [
      'a library has another major version',
      { 'node_modules/bs58': { version: '7.0.0' } },
      'node_modules/bs58 is version 7: replace it, or list its support in docs/assurance.md.',
    ],
    [
      'another major version has another name',
      { 'node_modules/base58': { name: 'bs58', version: '4.0.1' } },
      'node_modules/base58 is version 4: replace it, or list its support in docs/assurance.md.',
    ],
    [
      'a library for logins has a second copy, also for development',
      { 'node_modules/idp/node_modules/jose': { version: '6.2.17', dev: true } },
      'Expected one copy of jose, found node_modules/jose, node_modules/idp/node_modules/jose: set "overrides" in package.json.',
    ],
  ])('says what to do when %s', (_what, changes, problem) => expect(check(changes)).toEqual([problem]))

  it('refuses a library without a major version, a table without libraries, and a lock file without jose', () => {
    expect(check({}, table.replace('`bs58` 6, 5', '`bs58`'))).toHaveLength(2)
    expect(check({}, '')).toEqual(['docs/assurance.md has no libraries under "End of support".'])
    expect(check({ 'node_modules/jose': undefined })).toContainEqual(
      expect.stringMatching(/one copy of jose, found none/),
    )
  })
})

it('npm runs no install script in this project, and runs the same script without the project’s .npmrc', () => {
  for (const isHere of [true, false]) {
    const scripts = { postinstall: 'touch "$INIT_CWD/has-run"' }
    // Newer versions of npm warn about scripts that are not in this list.
    const manifest = { dependencies: { evil: 'file:evil' }, allowScripts: { evil: true } }
    const folder = folderWith({
      'evil/package.json': JSON.stringify({ name: 'evil', version: '1.0.0', scripts }),
      'package.json': JSON.stringify(manifest),
    })
    if (isHere) copyFileSync('.npmrc', join(folder, '.npmrc'))
    // npm passes the settings of this project to the tests.
    const env = { ...process.env }
    for (const name of Object.keys(env)) if (/^npm_config_/i.test(name)) delete env[name]
    execFileSync('npm', ['install', '--offline', '--install-links'], { cwd: folder, stdio: 'ignore', env })
    expect(existsSync(join(folder, 'has-run'))).toBe(!isHere)
  }
})

it('every action of the workflows has a commit, because a tag can be moved', () => {
  const folder = '.github/workflows'
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  const actions = lines.flatMap((line) => /^\s*(?:- )?uses: (.*)$/.exec(line)?.[1] ?? [])
  expect(actions.length).toBeGreaterThan(10)
  for (const action of actions) expect(action).toMatch(/^(\.\/\.github\/|[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/)
  expect(lines.filter((line) => /\bnpx\b/.test(line))).toEqual([])
})
