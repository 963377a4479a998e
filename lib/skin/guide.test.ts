import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { brandSchema } from './brand'
import { contrastProblems } from './contrast'
import { defaultTheme } from './default-theme'
import { readSkin } from './read-skin'
import { readTheme } from './theme'

const guide = readFileSync('docs/skin.md', 'utf8')

/** The first example of the guide in a language. */
const exampleIn = (language: string) => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? ''

/** What the first column of the table below a heading names. */
function namedBelow(heading: string): string[] {
  const part = guide.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...part.matchAll(/^\| (`[^|]*?) *\|/gm)].flatMap(([, cell = '']) =>
    Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name),
  )
}

it('the guide’s examples are a good skin, whose colours can be read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skin-'))
  writeFileSync(join(folder, 'brand.json'), exampleIn('json'))
  writeFileSync(join(folder, 'theme.css'), exampleIn('css'))
  const { skin, problems } = readSkin(folder)
  rmSync(folder, { recursive: true })
  expect(problems).toEqual([])
  expect(skin?.brand.name).toBe('Acme Connect')
  expect(skin?.tokens.dark.has('--skin-accent')).toBe(true)
  expect(skin && contrastProblems(skin.tokens)).toEqual([])
})

it('the guide has every token', () => {
  expect(namedBelow('Tokens').sort()).toEqual([...readTheme(defaultTheme, new Set()).tokens.light.keys()].sort())
})

it('the guide has every name of brand.json', () => {
  const names = Object.keys(brandSchema.shape).filter((name) => name !== '$schema')
  expect(namedBelow('brand.json').sort()).toEqual(names.sort())
})
