import { describe, expect, it } from 'vitest'
import { defaultTheme } from '@/lib/skin/theme'
import { themeHints } from './theme-hints'

describe('themeHints', () => {
  it('are empty for the default theme', () => {
    expect(themeHints(defaultTheme)).toEqual([])
  })

  it('report an unknown token that is only set or only used', () => {
    const css = ':root { --skin-raduis: 0; --own: 1; --skin-own: 2 } a { top: var(--own); left: var(--skin-own) }'
    expect(themeHints(css)).toEqual(['sets --skin-raduis, which is not a token: did you mean --skin-radius?'])
    expect(themeHints('.card { color: var( --skin-mutd, red) }')).toEqual([
      'uses --skin-mutd, which is not a token: did you mean --skin-muted?',
    ])
    expect(themeHints(':root { --skin-shadow-of-cards: 0 }')[0]).toContain('known are --skin-font, ')
  })

  it('report a font that is neither a usual one nor in an @font-face', () => {
    const face = '@font-face { font-family: "Own"; src: url(fonts/own.woff2) }'
    const known = ['Arial, sans-serif', '"Helvetica Neue"', 'ui-monospace', 'var(--skin-font)', 'OWN, serif', '"own"']
    for (const font of known) expect(themeHints(`${face} :root { --skin-heading-font: ${font} }`), font).toEqual([])
    for (const font of ['Acme Sans, serif', "'Acme Sans', serif"]) {
      expect(themeHints(`:root { --skin-font-mono: ${font} }`)).toEqual([
        'names the font acme sans in --skin-font-mono without an @font-face: users who lack the font see another one',
      ])
    }
  })
})
