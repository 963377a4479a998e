import { expect, it } from 'vitest'
import { folderWith } from '@/lib/test-support'
import { reportOn } from './report'

type Files = Record<string, string | Buffer>

const brand = (change: object = {}) => JSON.stringify({ name: 'Acme', service: 'Rewards', ...change })
const svg = (content = '') => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`
const png = Buffer.from('89504e470d0a1a0a', 'hex')
const font = Buffer.from('wOF2')

/** Returns the problems of a skin with these files, and the verdict on it. */
function reportOf(files: Files) {
  const { lines, needsWork } = reportOn(folderWith({ 'brand.json': brand(), ...files }))
  const verdict = lines.at(-1)?.replace(/^The skin in \S+ /, '')
  return { problems: lines.filter((line) => line.startsWith('  ')).map((line) => line.trim()), needsWork, verdict }
}

const onlyDutch = { 'brand.json': brand({ languages: ['nl'] }), 'messages/en.json': '{}' }
it.each<[string, Files]>([
  ['nothing but names', {}],
  [
    'each picture, also under the name of another kind',
    {
      'logo.svg': `\uFEFF<?xml version="1.0"?><!DOCTYPE svg><svg:svg\n xmlns:svg="http://www.w3.org/2000/svg"/>`,
      'logo-dark.svg': svg('x'.repeat(490_000)),
      'icon.png': Buffer.from('ffd8ffe0', 'hex'),
      'service.svg': svg(),
      'favicon.ico': Buffer.from('00000100', 'hex'),
      'preview.png': Buffer.from('52494646102030405745425056503820', 'hex'),
      'apple-touch-icon.png': png,
      'security.txt': 'Contact: mailto:a@acme.example',
      'notes.txt': '',
    },
  ],
  ['a logo for one scheme', { 'logo-dark.png': png, 'theme.css': ':root { color-scheme: dark }' }],
  [
    'a font of its own, which can be large, and tokens of its own',
    {
      'fonts/own.woff2': Buffer.concat([font, Buffer.alloc(1_000_000)]),
      'fonts/OFL.txt': '',
      'theme.css':
        '@font-face { font-family: "Own"; src: url(fonts/own.woff2) } :root { --skin-font: OWN, serif; --skin-own: 2 } a { left: var(--skin-own) }',
    },
  ],
  ['fonts that most systems have', theme('--skin-font: "Helvetica Neue"; --skin-heading-font: Arial')],
  ['English texts for another language alone', { ...onlyDutch, 'messages/nl.json': '{"language":{"label":"Taal"}}' }],
])('reportOn calls a skin with %s good', (_, files) => {
  const { problems, ...rest } = reportOf(files)
  // A language that the app does not have has missing texts.
  expect(problems.filter((line) => !line.startsWith('messages/nl.json'))).toEqual([])
  if (!('messages/nl.json' in files)) expect(rest).toEqual({ needsWork: false, verdict: 'is good.' })
})

const picture = 'is not a PNG, JPEG, WebP or ICO picture'
const vector = 'is not a whole SVG picture with <svg xmlns="http://www.w3.org/2000/svg">'

it.each<[file: string, content: string | Buffer, problem: string]>([
  ['logo.svg', svg().replace('</svg>', '<rect width="10"'), vector],
  ['logo.svg', png, vector],
  ['own.woff2', 'OTTO', 'is not a WOFF2 font'],
  ['logo.png', '', picture],
  ['favicon.ico', '<!doctype html>', picture],
  ['logo.svg', svg('x'.repeat(5_000_000)), 'has 5.0 MB, so users on a phone wait for it: at most 0.5 MB'],
  ['theme.css', ':root { --skin-text: #fff }', '--skin-text #ffffff on'],
])('reportOn calls a skin with the file %s broken', (file, content, problem) => {
  const { problems, needsWork, verdict } = reportOf({ [file]: content })
  expect({ needsWork, verdict }).toEqual({ needsWork: true, verdict: 'needs work.' })
  expect(problems.join('\n')).toContain(`${file} ${problem}`)
})

const link = { label: { en: 'Terms', nl: 'Voorwaarden' }, url: 'https://acme.example/' }

it.each<[note: string, files: Files]>([
  ['theme.css sets --skin-raduis, which is not a token: did you mean --skin-radius?', theme('--skin-raduis: 0')],
  [
    'theme.css uses --skin-mutd, which is not a token: did you mean --skin-muted?',
    { 'theme.css': '.card { color: var( --skin-mutd, red) }' },
  ],
  [
    'theme.css names the font acme sans in --skin-font-mono without an @font-face: users who lack the font see another one',
    theme("--skin-font-mono: 'Acme Sans', serif"),
  ],
  ['fonts/a.woff2 is not read: theme.css has no @font-face with it', { 'fonts/a.woff2': font }],
  ['fonts/a.ttf is not read: fonts are .woff2 files', { 'fonts/a.ttf': '' }],
  ['own.css is not read: theme.css is the only style sheet', { 'own.css': '' }],
  ['LOGO.SVG is not read: did you mean logo.svg?', { 'LOGO.SVG': svg() }],
  ['service.png is not read: did you mean service.svg?', { 'service.png': png }],
  ['logo.png is not read: logo.svg is read instead', { 'logo.svg': svg(), 'logo.png': png }],
  [
    'logo-dark.png is not read: it is for the dark scheme, and there is no logo.svg or logo.png',
    { 'logo-dark.png': png },
  ],
  [
    'logo-dark.png is not read: the skin has no dark scheme',
    { 'logo.png': png, 'logo-dark.png': png, ...theme('color-scheme: light') },
  ],
  ['brand.json has nmae: did you mean name?', { 'brand.json': brand({ nmae: 'Acme' }) }],
  ['brand.json has foter: did you mean footer?', { 'brand.json': brand({ links: { foter: [] } }) }],
  ['brand.json has phantm: did you mean phantom?', { 'brand.json': brand({ wallets: ['phantm', 'solflare', 1] }) }],
  ['messages/de.json has home.txt: did you mean home.text?', { 'messages/de.json': '{"home":{"txt":"x"},"old":"x"}' }],
  [
    'messages/en.json is not read: languages in brand.json does not name it',
    { 'brand.json': brand({ languages: ['de'] }), 'messages/en.json': '{}' },
  ],
  [
    'messages/english.json is for an unknown language: check its tag',
    { 'messages/english.json': '{}', 'messages/EN.json': '{}' },
  ],
  [
    'brand.json links.footer.0.label has a text for nl, which is not in languages',
    { 'brand.json': brand({ languages: ['en', 'de'], links: { footer: [link] } }) },
  ],
])('reportOn notes: %s', (note, files) => {
  expect(reportOf(files).problems.join('\n')).toContain(note)
})

function theme(declarations: string): Files {
  return { 'theme.css': `:root { ${declarations} }` }
}

it('reportOn names at most six files that are not read, and the number of the others, which does not stop the app', () => {
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`picture-${index}.gif`, '']))
  const { problems, ...rest } = reportOf(files)
  expect(rest).toEqual({ needsWork: false, verdict: 'works, but see the notes.' })
  expect(problems).toHaveLength(6)
  expect(problems.at(-1)).toMatch(/is not read, and neither are 14 more files$/)
})

it('reportOn has no notes on files that cannot be read', () => {
  const { lines } = reportOn(folderWith({ 'brand.json': '{', 'messages/de.json': '[1]', 'theme.css': ':root {' }))
  expect(lines).not.toContain('Notes:')
  expect(reportOn('/no/such/skin').lines).not.toContain('Notes:')
})
