import { expect, it } from 'vitest'
import { withoutEnvFile } from './env-file'

it.each([
  ['a file before the command', ['--variables', 'a.env', 'balances', '-f'], 'a.env', ['balances', '-f']],
  ['a file after the command', ['balances', '--variables', 'a.env', '-f'], 'a.env', ['balances', '-f']],
  ['a file in one word', ['balances', '-f', '--variables=a.env'], 'a.env', ['balances', '-f']],
  ['an empty name when no file follows', ['balances', '--variables'], '', ['balances']],
  ['nothing in another flag', ['balances', '--variabless'], undefined, ['balances', '--variabless']],
])('withoutEnvFile finds %s', (_, given, envFile, args) => {
  expect(withoutEnvFile(given)).toEqual({ envFile, args })
})
