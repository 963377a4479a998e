import { rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderWith } from '@/lib/test-support'
import { contrastProblems } from './contrast'
import { readSkin } from './read-skin'

/** Makes a folder with these files and, unless it is null, a valid `brand.json`. */
function folderOf({ 'brand.json': own, ...files }: Record<string, string | Buffer | null> = {}): string {
  const names = own === null ? {} : { 'brand.json': own ?? brand({}) }
  return folderWith({ ...names, ...(files as Record<string, string | Buffer>) })
}

const brand = (change: Record<string, unknown>) => JSON.stringify({ name: 'Acme', service: 'Rewards', ...change })

const dutch = '{"language":{"label":"Taal"}}'

/** Lists the problems of a skin with these files. */
function problemsOf(files: Record<string, string | Buffer | null>): string[] {
  const { skin, problems } = readSkin(folderOf(files))
  expect(skin === null).toBe(problems.some(({ isFatal }) => isFatal))
  return problems.map(({ file, message }) => `${file} ${message}`)
}

describe('readSkin', () => {
  it('accepts a skin with only two names, and the default skin', () => {
    const { skin, problems } = readSkin(folderOf())
    expect(problems).toEqual([])
    expect(skin?.version).toMatch(/^[0-9a-f]{12}$/)
    expect(skin?.languages[0]).toBe('en')
    expect(readSkin('skin').problems).toEqual([])
  })

  it('accepts the skin of another brand with one scheme or both', () => {
    const brands = ['neon', 'orange'].map((name) => readSkin(`e2e/skins/${name}`))
    expect(brands.map(({ skin }) => skin?.schemes)).toEqual([['dark'], ['light', 'dark']])
    expect(brands.flatMap(({ skin }) => skin && contrastProblems(skin))).toEqual([])
    expect(brands.flatMap(({ problems }) => problems)).toEqual([
      { file: 'messages/nl.json', message: expect.stringMatching(/^leaves \d+ texts in English/), isFatal: false },
    ])
  })

  it('keeps the skin’s languages in order', () => {
    const files = { 'brand.json': brand({ languages: ['nl', 'en'] }), 'messages/nl.json': dutch }
    const { skin } = readSkin(folderOf(files))
    expect(skin?.languages).toEqual(['nl', 'en'])
    expect(skin?.messages.get('nl')).toEqual({ 'language.label': 'Taal' })
  })

  it('serves only pictures, fonts and the style sheet', () => {
    const { skin } = readSkin(
      folderOf({
        'theme.css': ':root { --skin-accent: #123456 }',
        'fonts/own.woff2': 'font',
        'LOGO.SVG': '<svg/>',
        'messages/en.json': '{}',
        'notes.txt': 'secret plans',
        '.env': 'SECRET=1',
        '.git/config.svg': 'hidden',
      }),
    )
    expect([...(skin?.files.keys() ?? [])]).toEqual(['LOGO.SVG', 'fonts/own.woff2', 'theme.css'])
    expect(skin?.files.get('fonts/own.woff2')).toMatchObject({ type: 'font/woff2', content: Buffer.from('font') })
    expect(skin?.files.has('../package.json')).toBe(false)
  })

  it('changes the version only when the content changes', () => {
    const versionOf = (css: string) => readSkin(folderOf({ 'theme.css': css })).skin?.version
    expect(versionOf(':root {}')).toBe(versionOf(':root {}'))
    expect(versionOf(':root {}')).not.toBe(versionOf(':root { }'))
  })

  it('follows symbolic links, because Kubernetes mounts files as such links', () => {
    const real = folderOf({ 'theme.css': ':root {}' })
    const mounted = folderWith()
    symlinkSync(real, join(mounted, '..data'))
    for (const name of ['brand.json', 'theme.css']) symlinkSync(join('..data', name), join(mounted, name))
    const link = join(mounted, 'link')
    symlinkSync(real, link)
    expect(readSkin(link).skin?.files.has('theme.css')).toBe(true)
    rmSync(link)
    expect(readSkin(mounted).skin?.files.has('theme.css')).toBe(true)
  })
})

describe('readSkin in an unusable folder', () => {
  it('refuses a missing folder, and a file', () => {
    for (const folder of [join(tmpdir(), 'no-such-skin'), join(folderOf(), 'brand.json')]) {
      const { skin, problems } = readSkin(folder)
      expect(skin).toBeNull()
      expect(problems).toMatchObject([{ file: 'SKIN_DIR', message: expect.stringContaining(folder) }])
    }
  })

  it('refuses a broken or circular symbolic link', () => {
    for (const target of ['nowhere', '.']) {
      const folder = folderOf()
      symlinkSync(target, join(folder, 'loop'))
      const { skin, problems } = readSkin(folder)
      expect(skin).toBeNull()
      expect(problems).toHaveLength(1)
    }
  })

  it('refuses a folder above the limits of bytes and files', () => {
    const picture = Buffer.alloc(4_000_000)
    expect(problemsOf({ 'icon.png': picture })).toEqual([])
    expect(problemsOf({ 'icon.png': picture, 'z.png': picture })).toEqual([
      expect.stringMatching(/^z\.png is too much/),
    ])
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.txt`, '']))
    expect(problemsOf(many(499))).toEqual([])
    expect(problemsOf(many(500))).toHaveLength(1)
  })
})

it.each([
  [null, ['is missing: copy the one of the default skin']],
  ['{ "name": Acme }', [expect.stringMatching(/is not valid JSON/)]],
  ['[]', ['is not an object: expected one like that of the default skin']],
  // Editors on Windows write a byte order mark.
  [`\uFEFF${brand({})}`, []],
  [brand({ languages: ['xx'] }), ['languages names xx, but messages/xx.json is missing']],
  [
    '{"nmae":"Acme"}',
    [
      'name is missing: expected the name of this site',
      'service is missing: expected the name of the platform that users come from',
      'has nmae: see docs/skin.md',
    ],
  ],
])('readSkin lists all problems of the brand.json %j', (content, problems) => {
  const found = problemsOf({ 'brand.json': content })
  expect(found.map((line) => line.replace(/^brand\.json /, ''))).toEqual(problems)
})

describe('messages', () => {
  const english = (messages: unknown) => problemsOf({ 'messages/en.json': JSON.stringify(messages) })

  const notTexts = ['has something other than texts and groups of texts']

  it.each<[messages: unknown, problems: string[]]>([
    [{ home: { text: '{site}, {service}, {operator}' }, wait: { tooManyAttempts: 'Slow down' } }, []],
    ...[[], 'text', { home: 1 }, { home: { text: null } }].map((one): [unknown, string[]] => [one, notTexts]),
    ...['{', '{minutes, plural, one {x}}', '{minutes, plurl, other {x}}'].map((minutesLeft): [unknown, string[]] => [
      { confirm: { minutesLeft } },
      ['confirm.minutesLeft is not a valid ICU message: check its braces'],
    ]),
    [{ home: { text: 'a <b>bold</b> word' } }, ['home.text has <b>: no tags']],
    [{ home: { text: ' ' } }, ['home.text is empty: leave it out for the shipped text']],
    [
      { confirm: { minutesLeft: 'In {seconds} s, {name}' } },
      [
        'confirm.minutesLeft has unknown placeholders: {seconds}, {name}',
        'confirm.minutesLeft leaves out {minutes}, which the English text has',
      ],
    ],
    [{ confirm: { minutesLeft: 'In {minutes, number} min' } }, []],
  ])('have their problems named: %j', (messages, problems) => {
    expect(english(messages)).toEqual(problems.map((problem) => `messages/en.json ${problem}`))
  })

  it('are refused when they are not JSON, or are not named by a language tag', () => {
    expect(problemsOf({ 'messages/en.json': '{' })).toEqual([
      expect.stringMatching(/^messages\/en\.json is not valid JSON/),
    ])
    for (const name of ['EN', 'pt_BR', 'a-very-long-name-that-is-no-tag']) {
      const problem = `messages/${name}.json is not named by a language, like de.json`
      expect(problemsOf({ [`messages/${name}.json`]: '{}' })).toEqual([problem])
    }
  })

  it('are reported when they are not texts of this version, which are ignored, or leave out a placeholder', () => {
    const messages = '{"home":{"txt":"x"},"old":"x","home.text":"right","wait":{"place":"Next"}}'
    const { skin, problems } = readSkin(folderOf({ 'messages/en.json': messages }))
    expect(problems.map(({ message }) => message)).toEqual([
      'home.txt is not a text of this version',
      'old is not a text of this version',
      'wait.place leaves out {place}, which the English text has',
    ])
    // It may be a text of an older version, so the app starts without it.
    expect(skin?.messages.get('en')).toEqual({ 'home.text': 'right', 'wait.place': 'Next' })
    expect(english({ constructor: 'x', toString: { length: 'x' } })).toHaveLength(2)
    expect(english(Object.fromEntries(Array.from('abcdefg', (key) => [key, 'x']))).at(-1)).toBe(
      'messages/en.json has 2 more texts that are not of this version',
    )
  })

  it('are accepted when a new language is incomplete, and the missing texts are reported', () => {
    const { skin, problems } = readSkin(folderOf({ 'messages/nl.json': dutch }))
    expect(skin?.languages).toContain('nl')
    const message = expect.stringMatching(/^leaves \d+ texts in English: home\.text, /)
    expect(problems).toMatchObject([{ file: 'messages/nl.json', message, isFatal: false }])
  })
})
