import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sourcesIn } from '@/lib/test-support'
import { colorPairs, contrastProblems, contrastsOf, formatRatio } from './contrast'
import { defaultTheme, readTheme } from './theme'

const themeOf = (css: string) => readTheme(css, new Set())
const problemsOf = (css: string) => contrastProblems(themeOf(css))

/** Returns the contrast of `on-accent` on `accent` in the light scheme. */
const ratioOf = (css: string) =>
  contrastsOf(themeOf(css)).find(({ front, scheme }) => front === 'on-accent' && scheme === 'light')?.ratio

const unmeasured = (color: string): [string, RegExp] => [
  `--skin-on-accent: ${color}`,
  /^--skin-on-accent \? on --skin-accent #2a4bd7 in the light scheme cannot be measured/,
]

describe('contrastProblems', () => {
  it('finds no problem in the default skin, and uses its colours when tokens are missing', () => {
    expect(problemsOf(defaultTheme)).toEqual([])
    expect(contrastsOf(themeOf(''))).toEqual(contrastsOf(themeOf(defaultTheme)))
  })

  it.each([
    // The accent is the background of the button and the colour of texts. One line reports the worst pair.
    [
      '--skin-accent: light-dark(#f97316, #b3420a)',
      /^--skin-accent #f97316 on --skin-danger-surface #fdeef0 in the light scheme has a contrast of 2\.49:1, but needs 4\.5:1; --skin-accent is in 5 more pairs with too little contrast$/,
    ],
    // The outline of a field needs less contrast than text.
    [
      '--skin-control-line: light-dark(#8f8f8f, #7a8494)',
      /^--skin-control-line #8f8f8f on --skin-page .* light scheme has a contrast of 2\.9\d:1, but needs 3:1$/,
    ],
    [
      '--skin-console-accent: light-dark(#f97316, #b3420a)',
      /^--skin-console-accent #f97316 on .*--skin-console-accent is in 5 more pairs/,
    ],
    ...['color-mix(in srgb, red, blue)', 'transparent', 'rgb(0 0 0 / 50%)', 'currentcolor', 'orangish'].map(unmeasured),
    ...['var(--a)', 'var()'].map(unmeasured),
  ])('reports one line for %s', (tokens, problem) => {
    const css = `:root { --a: var(--b); --b: var(--a); ${tokens} }`
    expect(problemsOf(css)).toEqual([expect.stringMatching(problem)])
  })

  it('reads colours in each notation, and through other tokens', () => {
    for (const [accent = '', onAccent, ratio] of [
      ['#000', '#fff', 21],
      ['oklch(0% 0 0)', 'oklch(100% 0 0)', 21],
      ['#777', 'var(--own)', 4.48],
      ['#777', 'var(--no-such, var(--own))', 4.48],
      ['light-dark(#777, #000)', 'light-dark(var(--own), #000)', 4.48],
      ['/* grey */ #777', '#fff', 4.48],
    ] as const) {
      const css = `:root { --own: #fff; --skin-accent: ${accent}; --skin-on-accent: ${onAccent} }`
      expect(ratioOf(css), css).toBeCloseTo(ratio, 1)
    }
  })

  it('measures an accent as text in the dark scheme as light as pages show it, when white is readable on it', () => {
    const found = contrastsOf(themeOf(':root { --skin-accent: light-dark(#2a4bd7, #3d5ce8) }'))
    const ratioIn = (scheme: string, front: string, back: string) =>
      found.find((one) => one.scheme === scheme && one.front === front && one.back === back)?.ratio
    expect(ratioIn('light', 'accent', 'surface')).toBeCloseTo(6.8, 1)
    expect(ratioIn('dark', 'on-accent', 'accent')).toBeCloseTo(5.39, 2)
    expect(ratioIn('dark', 'accent', 'surface')).toBeCloseTo(6.51, 1)
    // The pages mix the same colours.
    const styles = readFileSync('app/globals.inline.css', 'utf8')
    expect(styles).toContain('color-mix(in oklab, var(--skin-accent) 60%, var(--skin-text))')

    expect(problemsOf(':root { --skin-accent: light-dark(#2a4bd7, #0a1030) }')).toEqual([
      expect.stringMatching(
        /^--skin-accent #0a1030 on --skin-.*-surface #\w+ in the dark scheme has a contrast of [23]/,
      ),
    ])
  })

  it('measures only the scheme that a theme has', () => {
    const css = (scheme: string) => `:root { color-scheme: ${scheme}; --skin-text: #eeeeee; --skin-page: #101010 }`
    expect(contrastsOf(themeOf(css('dark'))).every(({ scheme }) => scheme === 'dark')).toBe(true)
    expect(problemsOf(css('dark'))).toEqual([])
    expect(problemsOf(css('light dark')).join()).toContain('--skin-text #eeeeee on')
  })

  it('measures the console’s accent only when it differs from the site’s', () => {
    expect(problemsOf(':root { --skin-accent: light-dark(#f97316, #ffb380) }').join()).not.toContain('console')
  })

  it('rounds a ratio down, so that no insufficient ratio looks sufficient', () => {
    expect(formatRatio(4.4999)).toBe('4.49:1')
    expect(formatRatio(21)).toBe('21.00:1')
  })
})

describe('colorPairs', () => {
  const tokens = [...defaultTheme.matchAll(/--skin-([a-z-]+): (?:light-dark|var\(--skin-(?!font))/g)].map(
    ([, name = '']) => name,
  )
  const sources = sourcesIn(['components', 'app'], /\.tsx$/).map(({ text }) => text)
  const classes = [...sources.join('\n').matchAll(/['"`]([^'"`\n]*\b(?:bg|text)-[^'"`\n]*)['"`]/g)].map(
    ([, text = '']) => text.split(/\s+/),
  )

  it('contain every colour except that of decorative lines', () => {
    const used = new Set(colorPairs.flatMap(([back, fronts]) => [back, ...fronts]))
    expect([...used].sort()).toEqual(tokens.filter((name) => name !== 'line').sort())
  })

  it('contain each text and background that a component combines', () => {
    let found = 0
    for (const list of classes) {
      for (const [back, front] of pairsIn(list)) {
        found += 1
        const fronts = colorPairs.find(([name]) => name === back)?.[1]
        expect(fronts ?? [], `text-${front} on bg-${back}: ${list.join(' ')}`).toContain(front)
      }
    }
    expect(found).toBeGreaterThan(10)
  })

  /** Finds the colours of one element, without and with the pointer over it. */
  function pairsIn(list: readonly string[]): [back: string, front: string][] {
    const named = (prefix: string) =>
      list
        .filter((name) => name.startsWith(prefix))
        .map((name) => name.slice(prefix.length))
        .filter((name) => tokens.includes(name))
    const [backs, fronts] = [named('bg-'), named('text-')]
    const [hoverBacks, hoverFronts] = [named('hover:bg-'), named('hover:text-')]
    const hovered = [hoverBacks.length > 0 ? hoverBacks : backs, hoverFronts.length > 0 ? hoverFronts : fronts] as const
    return [[backs, fronts] as const, hovered].flatMap(([backs, fronts]) =>
      backs.flatMap((back) => fronts.map((front): [string, string] => [back, front])),
    )
  }
})
