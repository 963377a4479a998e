import { describe, expect, it } from 'vitest'
import { dependencyProblems } from './lock-file'

const integrity = `sha512-${'A'.repeat(86)}==`
const good = {
  '': { name: 'app', version: '1.0.0' },
  'node_modules/plain': { version: '1.0.0', integrity },
  'node_modules/@scope/scripted': { version: '1.0.0', integrity, hasInstallScript: true },
  'node_modules/plain/node_modules/@scope/scripted': { version: '2.0.0', integrity, hasInstallScript: true },
  'node_modules/stand-in': { name: '@scope/other', version: '1.0.0', integrity },
  'node_modules/@scope/for-windows': { version: '1.0.0', optional: true, os: ['win32'], cpu: ['x64'] },
  'node_modules/@scope/for-musl': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
}

function problems(
  changes: Record<string, object>,
  allowScripts: Record<string, boolean> = { '@scope/scripted': false },
) {
  return dependencyProblems({ lockfileVersion: 3, packages: { ...good, ...changes } }, { allowScripts })
}

describe('dependencyProblems', () => {
  it('accepts a lock file with listed install scripts and a checksum for every package', () =>
    expect(problems({})).toEqual([]))

  it.each([
    ['an install script that is not listed', { 'node_modules/new': { integrity, hasInstallScript: true } }],
    [
      'an install script of a package that replaces a listed one',
      { 'node_modules/@scope/scripted': { name: 'evil', integrity, hasInstallScript: true } },
    ],
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

it('dependencyProblems refuses a package when allowScripts lists it and it has no install script', () => {
  expect(problems({}, { '@scope/scripted': true, gone: false })).toEqual([
    'allowScripts lists gone, which has no install script.',
  ])
})

it('dependencyProblems throws when the lock file has another version', () => {
  expect(() => dependencyProblems({ lockfileVersion: 1, packages: {} }, {})).toThrow()
})
