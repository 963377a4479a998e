import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** All sources of a folder. */
function sourcesIn(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
  return paths.filter((path) => /(?<!\.test)\.tsx?$/.test(path))
}

/*
 * What an action closes over is written into the page, encrypted with a key that everyone knows: next.config.mjs.
 */
it('a server action closes over nothing: `use server` stands in the first line of a file, and nowhere else', () => {
  const files = ['app', 'components', 'lib'].flatMap(sourcesIn).filter((path) => {
    const text = readFileSync(path, 'utf8')
    return /^\s*['"]use server['"]/m.test(text.replace(/^'use server'\n/, ''))
  })
  expect(files).toEqual([])
})
