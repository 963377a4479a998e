import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { flatten, type Catalog } from '@/lib/messages/catalog'
import { consoleLanguages } from '@/lib/messages/console/index'
import { languages } from '@/lib/messages/languages'
import { languageProblems, unusedKeys } from './check-messages/messages'

/*
 * Checks the shipped texts: every key is used, and every language has the keys and placeholders of the English one.
 * Prints each problem, and ends with 1 where there is one.
 */

const root = fileURLToPath(new URL('..', import.meta.url))

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourcesBelow(path)
    return /(?<!\.test)\.tsx?$/.test(entry.name) ? [readFileSync(path, 'utf8')] : []
  })
}

const sources = ['app', 'components', 'lib'].flatMap((folder) => sourcesBelow(join(root, folder)))

/** @param place - where the texts are, to be printed. */
function problemsOf(place: string, catalogs: ReadonlyMap<string, Catalog>): string[] {
  const english = catalogs.get('en') ?? {}
  return [
    ...unusedKeys(flatten(english).keys(), sources).map((key) => `${place}, en: ${key} is used nowhere`),
    ...[...catalogs].flatMap(([language, catalog]) =>
      languageProblems(english, catalog).map((problem) => `${place}, ${language}: ${problem}`),
    ),
  ]
}

const problems = [
  ...problemsOf('lib/messages/languages', languages),
  ...problemsOf('lib/messages/console', consoleLanguages),
]
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exitCode = 1
