import { describe, expect, it } from 'vitest'
import { readTheme, themeInPage } from './theme'

const files = new Set(['fonts/own.woff2', 'logo.svg'])
const problemsOf = (css: string) => readTheme(css, files).problems
const tokensOf = (css: string) => {
  const { light, dark } = readTheme(css, files).tokens
  return { light: Object.fromEntries(light), dark: Object.fromEntries(dark) }
}

describe('what a theme loads', () => {
  it.each([
    '@font-face { font-family: Own; src: url(fonts/own.woff2) format("woff2") }',
    ':root { --picture: url("./logo.svg#part") }',
    ':root { --picture: url(data:image/png;base64,AAAA) }',
    '/* @import and url(https://elsewhere.example/) in a comment */',
  ])('may be files of the skin: %s', (css) => {
    expect(problemsOf(css)).toEqual([])
  })

  it.each([
    'https://fonts.example/own.woff2',
    '//fonts.example/own.woff2',
    'HTTPS:fonts.example',
    '/console',
    'data:font/woff2;base64,AAAA',
    'data:text/css,x',
  ])('must not come from elsewhere: %s', (url) => {
    for (const css of [`src: url(${url})`, `src: URL("${url}")`, `background: image-set("${url}" 1x)`]) {
      expect(problemsOf(`@font-face { ${css} }`)).toEqual([`loads ${url}, which browsers refuse: put it into the skin`])
    }
  })

  it('must be there', () => {
    for (const url of ['fonts/other.woff2', '../package.json', 'brand.json', '']) {
      expect(problemsOf(`a { src: url(${url}) }`)).toEqual([`loads ${url}, and the skin has no such file`])
    }
  })

  it('must not be imported', () => {
    for (const css of ['@import "other.css";', '@IMPORT url(https://elsewhere.example/x.css);']) {
      expect(problemsOf(css)).toEqual(['has @import, which costs a round trip: put its rules here'])
    }
  })
})

describe('a theme', () => {
  it('must be CSS', () => {
    expect(problemsOf(':root { --a: 1')).toEqual([expect.stringMatching(/^is no CSS: line 1:1: Unclosed block/)])
  })

  it('has tokens for both schemes, of which the last one counts', () => {
    const css = ':root { --a: red; --b: blue } html { --a: green } @layer x { :root, body { --c: 1 } }'
    const expected = { '--a': 'green', '--b': 'blue', '--c': '1' }
    expect(tokensOf(css)).toEqual({ light: expected, dark: expected })
  })

  it('may have them for one scheme', () => {
    const css = `:root { --a: white }
      @media (prefers-color-scheme: dark) { :root { --a: black } }
      @media (prefers-color-scheme:light) { :root { --b: 1 } }`
    expect(tokensOf(css)).toEqual({ light: { '--a': 'white', '--b': '1' }, dark: { '--a': 'black' } })
  })

  it('may have them for other things, which are not the page’s', () => {
    const css = 'body { --a: 1 } @media print { :root { --a: 2 } } .dark { --a: 3 }'
    expect(tokensOf(css)).toEqual({ light: {}, dark: {} })
  })
})

describe('a theme in a page', () => {
  const inPage = (css: string) => themeInPage(css, (path) => `/skin/0/${path}`)

  it.each([
    ['a { src: url(fonts/own.woff2) format("woff2") }', 'a { src: url(/skin/0/fonts/own.woff2) format("woff2") }'],
    [`:root { --picture: URL( './logo.svg#part' ) }`, `:root { --picture: URL( '/skin/0/logo.svg#part' ) }`],
    ['a { background: image-set("logo.svg" 1x) }', 'a { background: image-set("/skin/0/logo.svg" 1x) }'],
  ])('gets its files from the skin: %s', (css, expected) => {
    expect(inPage(css)).toBe(expected)
  })

  it.each([
    'a { fill: url(#part) }',
    'a { background: url(data:image/png;base64,AAAA) }',
    'a { color: red } /* url(x) */',
  ])('is as it was where it loads nothing: %s', (css) => {
    expect(inPage(css)).toBe(css)
  })

  it.each([
    '/* </style><script>alert(1)</script> */',
    'a::before { content: "</style>" }',
    'a { background: url("data:image/svg+xml,<svg></STYLE ></svg>") }',
    'a[title="</style"] { color: red }',
  ])('does not end its element: %s', (css) => {
    expect(inPage(css)).not.toMatch(/<\/style/i)
    expect(inPage(css).replaceAll('\\3c ', '<')).toBe(css)
  })
})
