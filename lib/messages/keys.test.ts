import { describe, expect, it } from 'vitest'
import { sourcesIn } from '@/lib/test-support'
import { flatten, placeholdersOf } from './catalog'
import * as en from './console/en'
import { languages } from './languages'

/* `languages/languages.test.ts` tests the rules for other languages. */

/** The source files that may contain a key. */
const sources = sourcesIn(['app', 'components', 'lib']).map(({ text }) => text)

/** The texts of the console's lists, which `app/console/lists.test.ts` tests. */
const ofList =
  /^[\w.]+\.(what|caption|count|details|away|more|unsearched|empty\.(title|text)|(columns|ids|words)\.[\w.]+)$/
const lists = sources.flatMap((source) =>
  [...source.matchAll(/\bdefine(?:List|Table)<.*?>\(\{\s*name: '([\w.]+)'/g)].map(([, name]) => `${name}.`),
)

describe.each([
  ['users', languages.get('en') ?? {}],
  ['the console', en],
])('the texts for %s', (_, catalog) => {
  const english = flatten(catalog)

  it('are ICU messages without tags, and not empty, in English', () => {
    const broken = [...english].filter(([, text]) => text === '' || placeholdersOf(text) === null)
    expect(broken.map(([key]) => key)).toEqual([])
  })

  it('have a source that uses each of them', () => {
    expect(english.size).toBeGreaterThan(100)
    const unused = unusedKeys(english.keys(), sources)
    expect(unused.filter((key) => !(ofList.test(key) && lists.some((list) => key.startsWith(list))))).toEqual([])
  })
})

/** Finds the keys that no source contains, neither as a string nor by a template like `refused.title.${reason}`. */
function unusedKeys(keys: Iterable<string>, sources: readonly string[]): string[] {
  const named = new Set<string>()
  const templates: RegExp[] = []
  for (const source of sources) {
    for (const [, text = ''] of source.matchAll(/['"]([\w.]+)['"]/g)) named.add(text)
    for (const [, template = ''] of source.matchAll(/`([\w.]*\$\{[^`]*)`/g)) {
      const parts = template.split(/\$\{[^}]*\}/)
      // A template of only values could match any key. A value may contain dots: `wallet.connected`.
      if (/\w/.test(parts.join('')) && parts.join('').includes('.')) {
        const escaped = parts.map((part) => part.replace(/[^\w]/g, '\\$&'))
        templates.push(new RegExp(`^${escaped.join('[\\w.]+')}$`))
      }
    }
  }
  return [...keys].filter((key) => !named.has(key) && !templates.some((template) => template.test(key)))
}
