import { describe, expect, it } from 'vitest'
import { readTheme } from './theme'

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
    for (const url of ['fonts/other.woff2', '../package.json', 'brand.json']) {
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
