import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { notesOn } from './notes'

function notesWith(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'skin-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'messages'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return notesOn(folder).map(({ file, message }) => `${file} ${message}`)
}

it('notesOn finds nothing in the default skin, and names each misspelt name of another', () => {
  expect(notesOn('skin')).toEqual([])
  const brand = {
    nmae: 'Acme',
    links: { foter: [] },
    wallets: ['phantm', 'solflare', 1],
    name: { ru: 'Acme' },
    other: 1,
  }
  expect(
    notesWith({
      'brand.json': JSON.stringify(brand),
      'messages/de.json': '{"home":{"txt":"x","text":"y"},"old":"x"}',
      'theme.css': ':root { --skin-acent: red; --skin-font: Acme, sans-serif }',
      'logo.jpg': '',
    }),
  ).toEqual([
    'theme.css sets --skin-acent, which is not a token: did you mean --skin-accent?',
    'theme.css names the font acme in --skin-font without an @font-face: users who lack the font see another one',
    'logo.jpg is not read: did you mean logo.svg?',
    'brand.json has foter: did you mean footer?',
    'brand.json has phantm: did you mean phantom?',
    'brand.json has nmae: did you mean name?',
    'messages/de.json has home.txt: did you mean home.text?',
  ])
})

it('notesOn says nothing about files that cannot be read', () => {
  expect(notesWith({ 'brand.json': '{', 'messages/de.json': '[1]', 'theme.css': ':root {' })).toEqual([])
  expect(notesOn('/no/such/skin')).toEqual([])
})
