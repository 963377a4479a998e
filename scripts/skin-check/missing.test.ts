import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { flatten, type Catalog } from '@/lib/messages/catalog'
import { languages } from '@/lib/messages/languages'
import { readSkin } from '@/lib/skin/read-skin'
import { folderWith } from '@/lib/test-support'
import { writeMissingTexts } from './missing'

let folder: string
const file = () => join(folder, 'messages', 'nl.json')
const texts = () => flatten(JSON.parse(readFileSync(file(), 'utf8')) as Catalog)
const english = flatten(languages.get('en') ?? {})

beforeEach(() => void (folder = folderWith({ 'brand.json': '{"name":"Acme","service":"Rewards"}' })))

function writeOwn(content: string): void {
  mkdirSync(join(folder, 'messages'))
  writeFileSync(file(), content)
}

it('writeMissingTexts writes all English texts when there is no file', () => {
  expect(writeMissingTexts(folder, 'nl')).toBe(
    `${english.size} texts in messages/nl.json are in English now. Translate them. An unchanged text is missing.`,
  )
  expect([...texts()]).toEqual([...english])
})

it('writeMissingTexts keeps present texts and unknown keys', () => {
  writeOwn('{ "notFound": { "title": "Niet gevonden" }, "home.profileLink": "Naar mijn profiel", "old": "Oud" }')
  expect(writeMissingTexts(folder, 'nl')).toContain(`${english.size - 2} texts`)
  const written = texts()
  expect(written.get('notFound.title')).toBe('Niet gevonden')
  expect(written.get('home.profileLink')).toBe('Naar mijn profiel')
  expect(written.get('old')).toBe('Oud')
  expect(written.get('notFound.text')).toBe(english.get('notFound.text'))
})

it('writeMissingTexts writes the English texts of the skin, also in place of shipped ones that it wrote before', () => {
  writeMissingTexts(folder, 'nl')
  writeFileSync(join(folder, 'messages', 'en.json'), '{ "notFound": { "title": "Nothing here" } }')
  expect(writeMissingTexts(folder, 'nl')).toContain(`${english.size} texts`)
  expect(texts().get('notFound.title')).toBe('Nothing here')
  expect(readSkin(folder).skin?.messages.get('nl')).toEqual({})
})

it('writeMissingTexts writes nothing when all texts are translated, the app has the language, or there is no such tag', () => {
  const translated = Array.from(english, ([key, text]) => [key, `${text}!`])
  writeOwn(JSON.stringify(Object.fromEntries(translated)))
  expect(writeMissingTexts(folder, 'nl')).toBe('Nothing is missing: messages/nl.json has all texts.')
  expect(writeMissingTexts(folder, 'de')).toBe('Nothing is missing: de is a language that the app has.')
  expect(writeMissingTexts(folder, '../nl')).toBe('../nl is not a language tag: expected one like nl or pt-BR.')
})

it.each(['{', '[]', '{ "home": { "text": "{" } }'])(
  'writeMissingTexts keeps the file unchanged when it has the mistake %s',
  (content) => {
    writeOwn(content)
    expect(writeMissingTexts(folder, 'nl')).toContain('nothing has been written')
    expect(readFileSync(file(), 'utf8')).toBe(content)
  },
)
