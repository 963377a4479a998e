import { execFileSync } from 'node:child_process'
import fs, { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cutVariables, readDifferently, valuesOf } from '../../lib/config/env-file.mjs'
import { folderWith } from '../../lib/test-support'
import { lineOf, unwritable, withValues, writeEnvFile } from './env-file'

describe('withValues, valuesOf and lineOf', () => {
  it('keep comments, the order, unchanged variables, and a commented one whose new value is empty', () => {
    const text = '# The first.\nA=1\n\n# The second.\n# B=example\n# E=kept\nOWN=kept\n'
    const changed = '# The first.\nA=\n\n# The second.\nB=set\n# E=kept\nOWN=kept\nD=new\n'
    expect(withValues(text, { A: '', B: 'set', D: 'new', E: '' })).toBe(changed)
  })

  it('replace the last line of a variable in each form that the app reads', () => {
    const forms = ['export A=old', 'A = old', ' A=old', '\tA\t=\told', 'A: old', 'export  A="old"', 'A=x\nexport A=old']
    for (const line of forms) {
      const text = withValues(`# A=\n${line}\r\nB=kept\n`, { A: 'new' })
      expect(valuesOf(text), line).toEqual({ A: 'new', B: 'kept' })
      expect(text, line).not.toContain('old')
    }
    expect(withValues('\uFEFFA=old\nAA=1\n', { A: 'new' })).toBe('A=new\nAA=1\n')
  })

  it('write a value that every reader reads alike, and refuse one that a reader would change', () => {
    const urls = ['https://connect.example:8443/a?b=c&d=e', 'redis://user:p@ss@host:6379/0']
    const signs = ['bGV0dGVycw+/==', '=;!%()*+,-.<>[]^_{|}~', 'Zoë 日本 ’', 'openid profile  email', `it's`, 'a`b` "c"']
    const lists = ['["cn=users,dc=example","ada"]', 'groups=["cn=users", "a b"]']
    const written = ['', 'plain', ...urls, ...signs, ...lists]
    const contents = written.map((value, index) => `${lineOf(`V${index}`, value)}\n`).join('')
    const readers = { Next: valuesOf, 'node --env-file': parseEnv, kubectl: readByKubectl }
    for (const [reader, read] of Object.entries(readers))
      expect(read(contents), reader).toEqual(Object.fromEntries(written.map((value, index) => [`V${index}`, value])))
    expect(cutVariables([{ path: '', contents }])).toEqual([])
    expect(readDifferently(`# V=a#b\n${contents}`.replaceAll('\n', '\r\n'))).toEqual([])
    const comments = ['a#b', 'a # b']
    const names = ['$NAME', 'a$$b', '${OTHER}', 'pa$', String.raw`\$`, String.raw`back\slash`]
    const quotes = [`'single`, '"both"', '`tick`']
    const blanks = [' before', 'after ', '\u00A0no-break', 'a\tb', 'two\nlines', 'two\rlines', 'a\u2028b']
    for (const value of [...comments, ...names, ...quotes, ...blanks, '\uFEFFmark', '👩\u200D💻']) {
      expect(lineOf('VALUE', value), value).toBeUndefined()
      expect(unwritable('VALUE', value), value).toMatch(/^VALUE has a character .* invisible .* Create another value/)
      expect(unwritable('SUBNET_USER_ID_KEY', value), value).toMatch(/^SUBNET_USER_ID_KEY (?!.*another).* Set the/)
      const lines = `A=1\nexport B=2\nVALUE=${value}\nC: 3\nD = 4\nE='5'\nF=6 # a comment\n`
      const isOneLine = !value.includes('\n')
      expect(readDifferently(lines), value).toEqual(['B', ...(isOneLine ? ['VALUE'] : []), 'C', 'D', 'E', 'F'])
    }
    expect(unwritable('VALUE', 'canary$')).not.toContain('canary')
    expect(unwritable('VALUE', 'plain')).toBeUndefined()
  })

  it('read the file without the variables of the process', () => {
    vi.stubEnv('SETUP_TEST_VALUE', 'of the process')
    expect(valuesOf('\uFEFFSETUP_TEST_VALUE=of the file')).toEqual({ SETUP_TEST_VALUE: 'of the file' })
    expect(process.env['SETUP_TEST_VALUE']).toBe('of the process')
  })
})

it.each([
  ['makes the file readable only for its owner', 0, 0o600],
  ['keeps the mode of the file of another user', 1, 0o660],
])('writeEnvFile %s', (_, user, mode) => {
  const folder = folderWith({ '.env.local': 'A=1' })
  const path = join(folder, '.env.local')
  chmodSync(path, 0o660)
  vi.spyOn(process, 'geteuid').mockReturnValue(user || statSync(path).uid)
  writeEnvFile(path, 'A=2')
  expect(readFileSync(path, 'utf8')).toBe('A=2')
  expect(statSync(path).mode & 0o777).toBe(mode)
  expect(readdirSync(folder)).toEqual(['.env.local'])
})

it('writeEnvFile writes through a link, keeps the mode and the file itself, and makes a missing file for its owner', () => {
  const folder = folderWith({ 'shared.env': 'A=1' })
  const [target, path] = [join(folder, 'shared.env'), join(folder, '.env.local')]
  chmodSync(target, 0o640)
  symlinkSync('shared.env', path)
  symlinkSync('missing.env', join(folder, 'dangling'))
  const { ino, mode } = statSync(target)
  writeEnvFile(path, 'A=2')
  writeEnvFile(join(folder, 'dangling'), 'A=3')
  expect(lstatSync(path).isSymbolicLink()).toBe(true)
  expect(readFileSync(target, 'utf8')).toBe('A=2')
  // The same file has the same owner.
  expect(statSync(target)).toMatchObject({ ino, mode })
  expect(statSync(join(folder, 'missing.env')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).sort()).toEqual(['.env.local', 'dangling', 'missing.env', 'shared.env'])
})

it('writeEnvFile leaves no copy when it cannot write the file or the copy', () => {
  const folder = folderWith({ '.env.local': 'A=1' })
  symlinkSync('loop', join(folder, 'loop'))
  symlinkSync('missing/a.env', join(folder, 'missing-folder'))
  expect(() => writeEnvFile(join(folder, 'loop'), 'A=2')).toThrow('ELOOP')
  expect(() => writeEnvFile(join(folder, 'missing-folder'), 'A=2')).toThrow('ENOENT')
  const spy = vi.spyOn(fs, 'writeFileSync').mockImplementationOnce((copy) => {
    fs.appendFileSync(copy, 'A')
    throw new Error('ENOSPC')
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
  expect(() => writeEnvFile(join(folder, '.env.local'), 'A=2')).toThrow('ENOSPC')
  expect(readFileSync(join(folder, '.env.local'), 'utf8')).toBe('A=1')
  expect(readdirSync(folder).sort()).toEqual(['.env.local', 'loop', 'missing-folder'])
})

it('writeEnvFile leaves a copy that Git and Docker ignore, and names it, when it cannot complete the file', () => {
  const folder = folderWith({})
  const path = join(folder, '.env.local')
  symlinkSync('/dev/full', path)
  expect(() => writeEnvFile(path, 'A=2')).toThrow(`${path} is incomplete. ${path}.`)
  const [copy = ''] = readdirSync(folder).filter((name) => name !== '.env.local')
  expect(copy).toMatch(/\.env$/)
  for (const [file, line] of Object.entries({ '.gitignore': '*.env', '.dockerignore': '**/*.env' }))
    expect(readFileSync(file, 'utf8').split('\n'), file).toContain(line)
  expect(readFileSync(join(folder, copy), 'utf8')).toBe('A=2')
  expect(statSync(join(folder, copy)).mode & 0o777).toBe(0o600)
})

/** Reads the text of a file as kubectl reads it. Docker's `--env-file` follows the same rules. */
function readByKubectl(contents: string): Record<string, string> {
  const file = join(folderWith({ 'a.env': contents }), 'a.env')
  const flags = ['create', 'secret', 'generic', 'a', `--from-env-file=${file}`, '--dry-run=client', '--output=json']
  const { data } = JSON.parse(execFileSync('kubectl', flags, { encoding: 'utf8' })) as { data: Record<string, string> }
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, Buffer.from(value, 'base64').toString('utf8')]),
  )
}
