import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { logFields } from './fields'

it('logFields equals the table of fields in docs/operate/logs.md', () => {
  const document = readFileSync('docs/operate/logs.md', 'utf8')
  const rows = [...document.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(([, name, meaning]) => [name, meaning])
  expect(Object.fromEntries(rows)).toEqual(logFields)
})
