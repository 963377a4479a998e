import { describe, expect, it } from 'vitest'
import { dependencyProblems } from './lock-file'

const integrity = `sha512-${'A'.repeat(86)}==`
const good = {
  '': { name: 'app', version: '1.0.0' },
  'node_modules/plain': { version: '1.0.0', integrity },
  'node_modules/@scope/scripted': { version: '1.0.0', integrity, hasInstallScript: true },
  'node_modules/plain/node_modules/@scope/scripted': { version: '2.0.0', integrity, hasInstallScript: true },
  'node_modules/stand-in': { name: '@scope/other', version: '1.0.0', integrity },
  'node_modules/@scope/for-another-platform': { version: '1.0.0', optional: true },
}

function problems(
  changes: Record<string, object>,
  {
    allowScripts = { '@scope/scripted': false },
    listed = ['@scope/for-another-platform'],
  }: { allowScripts?: Record<string, boolean>; listed?: string[] } = {},
) {
  return dependencyProblems({ lockfileVersion: 3, packages: { ...good, ...changes } }, { allowScripts }, listed)
}

describe('a lock file', () => {
  it('may have what is listed, and everything with a checksum', () => expect(problems({})).toEqual([]))

  it.each([
    ['an install script that is not listed', { 'node_modules/new': { integrity, hasInstallScript: true } }],
    [
      'one of a package that stands in for a listed one',
      { 'node_modules/@scope/scripted': { name: 'evil', integrity, hasInstallScript: true } },
    ],
    ['no checksum', { 'node_modules/new': { version: '1.0.0' } }],
    ['no checksum, though optional', { 'node_modules/new': { version: '1.0.0', optional: true } }],
    ['a weak checksum', { 'node_modules/new': { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } }],
    ['a choice of checksums', { 'node_modules/new': { integrity: `${integrity} sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=` } }],
    ['an address of its own', { 'node_modules/new': { integrity, resolved: 'git+ssh://git@example.com/new.git' } }],
    ['no checksum where one is needed', { 'node_modules/@scope/for-another-platform': { version: '1.0.0' } }],
  ])('may not have %s', (_what, changes) => expect(problems(changes)).toHaveLength(1))

  it('names the package', () => {
    expect(problems({ 'node_modules/new': {} })).toEqual(['node_modules/new has no checksum.'])
  })
})

describe('the lists', () => {
  it('may not name what is not there any more', () => {
    expect(problems({}, { allowScripts: { '@scope/scripted': true, gone: false } })).toEqual([
      'allowScripts lists gone, which has no install script.',
    ])
    expect(problems({}, { listed: ['@scope/for-another-platform', 'plain', 'gone'] })).toEqual([
      'plain is listed as without a checksum, and is not.',
      'gone is listed as without a checksum, and is not.',
    ])
  })
})

it('is not taken for one where it is of another version', () => {
  expect(() => dependencyProblems({ lockfileVersion: 1, packages: {} }, {}, [])).toThrow()
})
