import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { cutVariables, valuesOf } from '../../lib/config/env-file.mjs'
import { commentOn, lineOf, withValues, writeEnvFile } from './env-file'

describe('withValues, valuesOf, lineOf and commentOn', () => {
  it('keep comments, the order and unchanged variables', () => {
    const text = '# The first.\nA=1\n\n# The second.\n# B=example\nC=3\nOWN=kept\n'
    expect(withValues(text, { A: '2', B: 'set', D: 'new' })).toBe(
      '# The first.\nA=2\n\n# The second.\nB=set\nC=3\nOWN=kept\nD=new\n',
    )
  })

  it('keep a commented variable when its new value is empty', () => {
    expect(withValues('# B=example\nA=1\n', { B: '', A: '' })).toBe('# B=example\nA=\n')
  })

  it('write each value so that the app reads the same value, and none that it would read differently', () => {
    for (const value of [
      'plain',
      'https://connect.example:8443/a?b=c&d=e',
      'redis://user:p@ss@host:6379/0',
      'with blanks in it',
      'a#b',
      '$NAME and ${OTHER}',
      String.raw`back\slash`,
      `it's`,
      `"both" and 'both'`,
      'bGV0dGVycw+/==',
    ]) {
      const contents = withValues('', { VALUE: value })
      expect([valuesOf(contents), cutVariables([{ path: '', contents }])], value).toEqual([{ VALUE: value }, []])
    }
    for (const value of ['two\nlines', `all ' of # \` them "`]) expect(lineOf('VALUE', value), value).toBeUndefined()
  })

  it('find the comment of a variable, even when variables share a comment', () => {
    const text = '# Another.\nA=\n# The first line\n# and the second.\n# B=example\nC=\n'
    expect(commentOn('B', text)).toBe('The first line\nand the second.')
    expect(commentOn('C', text)).toBe('The first line\nand the second.')
  })

  it('read the file without the variables of the process', () => {
    process.env['SETUP_TEST_VALUE'] = 'of the process'
    expect(valuesOf('SETUP_TEST_VALUE=of the file')).toEqual({ SETUP_TEST_VALUE: 'of the file' })
    expect(process.env['SETUP_TEST_VALUE']).toBe('of the process')
  })
  afterEach(() => {
    delete process.env['SETUP_TEST_VALUE']
  })
})

it('writeEnvFile makes the file readable only for its owner, even when others could read the old file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'setup-'))
  const path = join(folder, '.env.local')
  writeFileSync(path, 'A=1', { mode: 0o644 })
  writeEnvFile(path, 'A=2')
  expect(readFileSync(path, 'utf8')).toBe('A=2')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['.env.local'])
})
