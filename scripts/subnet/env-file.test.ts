import { describe, expect, it } from 'vitest'
import { withoutEnvFile } from './env-file'

describe('withoutEnvFile', () => {
  it.each([
    ['before the command', ['--variables', 'a.env', 'balances', '--format', 'csv']],
    ['after the command', ['balances', '--variables', 'a.env', '--format', 'csv']],
    ['as one word', ['balances', '--format', 'csv', '--variables=a.env']],
  ])('finds the file when the flag is given %s', (_, args) => {
    expect(withoutEnvFile(args)).toEqual({ envFile: 'a.env', args: ['balances', '--format', 'csv'] })
  })

  it('returns the same arguments when there is no flag', () => {
    expect(withoutEnvFile(['balances', '--variabless'])).toEqual({
      envFile: undefined,
      args: ['balances', '--variabless'],
    })
  })

  it('finds an empty name when no file follows the flag', () => {
    expect(withoutEnvFile(['balances', '--variables'])).toEqual({ envFile: '', args: ['balances'] })
  })
})
