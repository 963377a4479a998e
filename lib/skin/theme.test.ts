import { describe, expect, it } from 'vitest'
import { defaultFallback, readTheme, themeInPage } from './theme'

const files = new Set(['fonts/own.woff2', 'logo.svg'])

const elsewhere = ['//fonts.example/own.woff2', 'HTTPS:fonts.example', '/console']
const refused = (url: string) => `loads ${url}, which browsers refuse: put it into the skin`
const imported = 'has @import, which costs a round trip: put its rules here'

it.each<[css: string, ...problems: unknown[]]>([
  ['@font-face { font-family: Own; src: url(fonts/own.woff2) format("woff2") }'],
  [':root { --picture: url("./logo.svg#part") }'],
  [':root { --picture: url(data:image/png;base64,AAAA) }'],
  ['/* @import and url(https://elsewhere.example/) in a comment */'],
  ...[...elsewhere, 'data:font/woff2;base64,AAAA', 'data:text/css,x'].flatMap((url) =>
    [`src: url(${url})`, `src: URL("${url}")`, `background: image-set("${url}" 1x)`].map((css): [string, string] => [
      `@font-face { ${css} }`,
      refused(url),
    ]),
  ),
  ...['fonts/other.woff2', '../package.json', 'brand.json', ''].map((url): [string, string] => [
    `a { src: url(${url}) }`,
    `loads ${url}, which is missing in the skin`,
  ]),
  ['a { src: url(fonts/own.ttf?v=1) }', 'loads fonts/own.ttf?v=1, which is not allowed: convert it to .woff2'],
  [
    'a { src: url(photo.gif) }',
    'loads photo.gif, which is not allowed: use .css, .ico, .jpg, .png, .svg, .webp, .woff2',
  ],
  ['@IMPORT url(https://elsewhere.example/x.css);', imported],
  [':root { --a: 1', expect.stringMatching(/^is not valid CSS: line 1:1: Unclosed block/)],
])('readTheme names the problems of %s', (css, ...problems) => {
  expect(readTheme(css, files, ['fonts/own.ttf', 'photo.gif']).problems).toEqual(problems)
})

const last = { '--a': 'green', '--b': 'blue', '--c': '1' }

it.each([
  [':root { --a: red; --b: blue } html { --a: green } @layer x { :root, body { --c: 1 } }', last, last],
  [
    `:root { --a: white }
      @media (prefers-color-scheme: dark) { :root { --a: black } }
      @media (prefers-color-scheme:light) { :root { --b: 1 } }`,
    { '--a': 'white', '--b': '1' },
    { '--a': 'black' },
  ],
  ['body { --a: 1 } @media print { :root { --a: 2 } } .dark { --a: 3 }', {}, {}],
])('readTheme reads the tokens of the whole page in %s for each scheme', (css, light, dark) => {
  const { tokens } = readTheme(css, files)
  expect([Object.fromEntries(tokens.light), Object.fromEntries(tokens.dark)]).toEqual([light, dark])
})

it('readTheme returns one scheme only when the whole page has it', () => {
  expect(readTheme(':root { color-scheme: dark }', files).schemes).toEqual(['dark'])
  expect(readTheme('html { color-scheme: only light }', files).schemes).toEqual(['light'])
  for (const css of [
    ':root { --a: 1 }',
    ':root { color-scheme: light dark }',
    ':root { color-scheme: dark } :root { color-scheme: light dark }',
    '@media (prefers-color-scheme: dark) { :root { color-scheme: dark } }',
  ])
    expect(readTheme(css, files).schemes, css).toEqual(['light', 'dark'])
})

describe('themeInPage for a browser without light-dark()', () => {
  /** Removes white space, which has no meaning here. */
  const packed = (css: string) => css.replaceAll(/\s+/g, '')
  const inPage = (css: string) => packed(themeInPage(css, (path) => path))
  const supports = '@supports not (color: light-dark(red, red))'

  it('adds the light colours after each rule with light-dark(), also inside a layer and a longer value', () => {
    const rule = ':root { --a: light-dark(#fff, rgb(0, 0, 0)); --b: 1 }'
    const light = `${supports} { :root { --a: #fff } }`
    expect(inPage(`${rule} a { color: red }`)).toBe(packed(`${rule} ${light} a { color: red }`))
    const border = 'a { border: 1px solid light-dark(var(--a, #111), #222) }'
    const lightBorder = `${supports} { a { border: 1px solid var(--a, #111) } }`
    expect(inPage(`@layer x { ${border} }`)).toBe(packed(`@layer x { ${border} ${lightBorder} }`))
  })

  it('adds the dark colours when the theme is only dark, and defaultFallback returns the default ones', () => {
    const css = ':root { color-scheme: dark; --a: light-dark(#fff, #000) }'
    expect(inPage(css)).toBe(packed(`${css} ${supports} { :root { --a: #000 } }`))
    expect(defaultFallback('dark')).toContain('--skin-surface: #171b22')
    expect(defaultFallback('dark')).not.toMatch(/--[\w-]+: light-dark/)
  })
})

describe('themeInPage', () => {
  const inPage = (css: string) => themeInPage(css, (path) => `/skin/0/${path}`)

  it('replaces the URLs of the skin’s files, and no other text', () => {
    for (const [css = '', expected] of [
      ['a { src: url(fonts/own.woff2) format("woff2") }', 'a { src: url(/skin/0/fonts/own.woff2) format("woff2") }'],
      [`:root { --picture: URL( './logo.svg#part' ) }`, `:root { --picture: URL( '/skin/0/logo.svg#part' ) }`],
      ['a { background: image-set("logo.svg" 1x) }', 'a { background: image-set("/skin/0/logo.svg" 1x) }'],
      ['a { fill: url(#part) }'],
      ['a { background: url(data:image/png;base64,AAAA) }'],
      ['a { color: red } /* url(x) */'],
    ])
      expect(inPage(css)).toBe(expected ?? css)
  })

  it('does not end its style element', () => {
    for (const css of [
      '/* </style><script>alert(1)</script> */',
      'a::before { content: "</style>" }',
      'a { background: url("data:image/svg+xml,<svg></STYLE ></svg>") }',
    ]) {
      expect(inPage(css)).not.toMatch(/<\/style/i)
      expect(inPage(css).replaceAll('\\3c ', '<')).toBe(css)
    }
  })
})
