import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { userMessages } from '@/lib/messages/catalog'
import type { TextKey } from '@/lib/messages/keys'
import { languages } from '@/lib/messages/languages'
import { textsOf } from '@/lib/messages/texts'
import { folderWith, sourcesIn } from '@/lib/test-support'
import { brandIn, brandSchema } from './brand'
import { contrastProblems } from './contrast'
import { readSkin } from './read-skin'
import { defaultTheme } from './theme'

const guide = readFileSync('docs/skin.md', 'utf8')

const names = new Intl.DisplayNames('en', { type: 'language' })

/** Returns the guide's first code example in a language. */
const exampleIn = (language: string) => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? ''

/** Lists the names in the first column of the table below a heading. */
function namedBelow(heading: string): string[] {
  const part = guide.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...part.matchAll(/^\| (`[^|]*?) *\|/gm)].flatMap(([, cell = '']) =>
    Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name),
  )
}

it('the guide’s examples form a valid skin with sufficient contrast', () => {
  const { skin, problems } = readSkin(folderWith({ 'brand.json': exampleIn('json'), 'theme.css': exampleIn('css') }))
  expect(problems).toEqual([])
  expect(skin && brandIn(skin.brand, 'en').name).toBe('Acme Connect')
  expect(skin?.tokens.dark.has('--skin-accent')).toBe(true)
  expect(skin && contrastProblems(skin)).toEqual([])
})

it('the guide’s sentences are those of the app, with the names in the guide’s table', () => {
  const rows = [...guide.matchAll(/^\| (\w+) +\| `([^`]+)` +\| (.+?) +\|$/gm)].flatMap(
    ([, name, operator = '', text]) => {
      const language = [...languages.keys()].find((tag) => names.of(tag.slice(0, 2)) === name)
      if (language === undefined) return []
      const { messages } = userMessages(language, {
        name: 'Acme',
        service: 'Rewards',
        operator,
        connectLabel: 'Connect',
      })
      const t = textsOf<TextKey>(language, messages)
      return [
        [
          text,
          t('refused.remedy.tell_operator')
            .replaceAll(/[\u2068\u2069]/g, '')
            .replaceAll('\u00a0', ' '),
        ],
      ]
    },
  )
  expect(rows.length).toBeGreaterThan(8)
  for (const [text, whole] of rows) expect(whole).toContain(text)
})

it.each([
  // The theme names the tokens that follow from others in comments.
  ['Tokens', [...new Set(defaultTheme.match(/--skin-[\w-]+/g))]],
  ['brand.json', Object.keys(brandSchema.shape).filter((name) => name !== '$schema')],
])('the guide lists every name of its table %s', (heading, names) => {
  expect(namedBelow(heading).sort()).toEqual(names.sort())
})

it('the guide lists every attribute that pages offer to CSS rules', () => {
  const source = sourcesIn(['app', 'components'], /\.tsx$/)
    .map(({ text }) => text)
    .join('\n')
  const areas = Array.from(source.matchAll(/\barea="(\w+)"|'data-area': '(\w+)'/g), ([, one, other]) => one ?? other)
  const parts = Array.from(source.matchAll(/data-part="(\w+)"/g), ([, part]) => part)
  const found = [...areas.map((area) => `data-area='${area}'`), ...parts.map((part) => `data-part='${part}'`)]
  expect(namedBelow('Your own CSS rules').sort()).toEqual([...new Set(found)].sort())
})

/** Radii that follow `--skin-radius`. See app/utilities.css. */
const ofSkin = new Set(['rounded-skin', 'rounded-small', 'rounded-pill'])

it('rounded corners in the console, wallets and shared components follow the skin’s radius', () => {
  const folders = ['console', 'ui', 'wallet', 'site', 'signin'].map((name) => `components/${name}`)
  const found = sourcesIn(folders, /\.tsx$/).flatMap(({ text }) => text.match(/(?<![\w-])rounded[\w-]*/g) ?? [])
  expect(new Set(found)).toEqual(ofSkin)
})
