import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Lists all source files of a folder, without tests. */
function sourcesIn(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
  return paths.filter((path) => /(?<!\.test)\.tsx?$/.test(path))
}

/*
 * Next writes the variables that an action closes over into the page, encrypted with a publicly known key
 * (next.config.mjs).
 */
it('server actions close over nothing, because `use server` only occurs in the first line of a file', () => {
  const files = ['app', 'components', 'lib'].flatMap(sourcesIn).filter((path) => {
    const text = readFileSync(path, 'utf8')
    return /^\s*['"]use server['"]/m.test(text.replace(/^'use server'\n/, ''))
  })
  expect(files).toEqual([])
})
