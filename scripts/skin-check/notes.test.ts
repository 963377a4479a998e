import { expect, it } from 'vitest'
import { folderWith } from '@/lib/test-support'
import { notesOn } from './notes'

const notesWith = (files: Record<string, string>) =>
  notesOn(folderWith(files)).map(({ file, message }) => `${file} ${message}`)

it('notesOn finds nothing in the default skin, and names each misspelt name of another', () => {
  expect(notesOn('skin')).toEqual([])
  const misspelt = {
    nmae: 'Acme',
    links: { foter: [] },
    wallets: ['phantm', 'solflare', 1],
    name: { ru: 'Acme' },
    other: 1,
  }
  expect(
    notesWith({
      'brand.json': JSON.stringify(misspelt),
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

const brand = (change: object) => JSON.stringify({ name: 'Acme', service: 'Rewards', ...change })
const dutch = '{"language":{"label":"Taal"}}'

it('notesOn reports a file of texts in a language that pages do not offer, or of an unknown one', () => {
  const notRead = 'messages/en.json is not read: languages in brand.json does not name it'
  expect(notesWith({ 'brand.json': brand({ languages: ['de'] }), 'messages/en.json': '{}' })).toEqual([notRead])
  // The English texts replace those that Dutch lacks.
  const both = { 'messages/en.json': '{}', 'messages/nl.json': dutch }
  expect(notesWith({ 'brand.json': brand({ languages: ['nl'] }), ...both })).toEqual([])
  expect(notesWith({ 'brand.json': brand({}), 'messages/english.json': '{}', 'messages/EN.json': '{}' })).toEqual([
    'messages/english.json is for an unknown language: check its tag',
  ])
})

it('notesOn reports a name in a language that pages do not offer', () => {
  const link = { label: { en: 'Terms', nl: 'Voorwaarden' }, url: 'https://acme.example/' }
  const names = { name: { en: 'Acme', de: 'Acme' }, links: { footer: [link] }, languages: ['en', 'de'] }
  expect(notesWith({ 'brand.json': brand(names) })).toEqual([
    'brand.json links.footer.0.label has a text for nl, which is not in languages',
  ])
})

it('notesOn says nothing about files that cannot be read', () => {
  expect(notesWith({ 'brand.json': '{', 'messages/de.json': '[1]', 'theme.css': ':root {' })).toEqual([])
  expect(notesOn('/no/such/skin')).toEqual([])
})
