import * as fc from 'fast-check'
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
    // The colour is text on every background. One line reports the worst pair.
    [
      '--skin-muted: light-dark(#8f8f8f, #a7afbd)',
      /^--skin-muted #8f8f8f on --skin-page #ebeff7 in the light scheme has a contrast of 2\.80:1, but needs 4\.5:1; --skin-muted is in 4 more pairs with too little contrast$/,
    ],
    // The outline of a field needs less contrast than text.
    [
      '--skin-control-line: light-dark(#8f8f8f, #7a8494)',
      /^--skin-control-line #8f8f8f on --skin-page .* light scheme has a contrast of 2\.8\d:1, but needs 3:1$/,
    ],
    [
      '--skin-console-on-accent: light-dark(#ffffff, #000000)',
      /^--skin-console-on-accent #000000 on --skin-console-accent #4565ee in the dark scheme has a contrast of 4\.34:1/,
    ],
    ...['transparent', 'rgb(0 0 0 / 50%)', 'currentcolor', 'orangish', '#fff #fff'].map(unmeasured),
  ])('reports one line for %s', (tokens, problem) => {
    expect(problemsOf(`:root { ${tokens} }`)).toEqual([expect.stringMatching(problem)])
  })

  it('reads colours in each notation, and through other tokens', () => {
    for (const [accent = '', onAccent, ratio] of [
      ['#000', '#fff', 21],
      ['oklch(0% 0 0)', 'oklch(100% 0 0)', 21],
      ['#777', 'var(--own)', 4.48],
      ['#777', 'var(--no-such, var(--own))', 4.48],
      ['light-dark(#777, #000)', 'light-dark(var(--own), #000)', 4.48],
      ['/* grey */ #777', '#fff', 4.48],
      ['#777', 'var(--cycle, var(--no-such, light-dark(rgb(255, 255, 255), #000)))', 4.48],
      ['color-mix(in srgb, #eee, #000)', 'oklch(from #000 calc(1 - l) c h)', 4.48],
    ] as const) {
      const css = `:root { --own: #fff; --cycle: var(--cycles); --cycles: var(--cycle); --skin-accent: ${accent}; --skin-on-accent: ${onAccent} }`
      expect(ratioOf(css), css).toBeCloseTo(ratio, 1)
    }
  })

  it('finds no problem when a skin sets only an accent, of any colour', () => {
    const channel = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(channel, channel, channel, (...channels) => {
        const accent = `rgb(${channels.join(' ')})`
        expect(problemsOf(`:root { --skin-accent: ${accent}; --skin-console-accent: ${accent} }`)).toEqual([])
      }),
      // White is readable on the first grey alone, black on the second one alone.
      {
        numRuns: 60,
        examples: [
          [116, 116, 116],
          [119, 119, 119],
          [0, 0, 0],
          [255, 255, 255],
          [0, 255, 0],
          [0, 0, 255],
        ],
      },
    )
  })

  it.each([
    ['#0a1030', '#ffffff', '#060a25', '#0a1030', '#3b456a', '#9da4b8'],
    ['#ff0000', '#000000', '#ff5040', '#bc0000', '#ff0000', '#ff6a58'],
    ['#f97316', '#000000', '#fd8a4b', '#9d4609', '#f97316', '#fa7b2e'],
    ['#ffd400', '#000000', '#ffdb55', '#776100', '#ffd400', '#ffd400'],
    ['#84cc16', '#000000', '#97d452', '#477107', '#84cc16', '#84cc16'],
    ['#0d9488', '#000000', '#49a499', '#087369', '#0d9488', '#6db4aa'],
    ['#0ea5e9', '#000000', '#4eb3ed', '#066b99', '#0ea5e9', '#43b0ec'],
    ['#7c3aed', '#ffffff', '#632dbf', '#6f33d5', '#7c3aed', '#a990fa'],
    ['#ec4899', '#000000', '#f369a8', '#a42f69', '#ec4899', '#f471ab'],
    ['#808080', '#000000', '#929292', '#636363', '#808080', '#a4a4a4'],
  ])('derives all colours of %s as browsers do', (accent, onAccent, strong, text, darkFill, darkText) => {
    const found = contrastsOf(themeOf(`:root { --skin-accent: ${accent} }`))
    const shown = (scheme: string, front: string, back: string) => {
      const one = found.find((one) => one.scheme === scheme && one.front === front && one.back === back)
      return [one?.frontColor, one?.backColor]
    }
    expect(shown('light', 'on-accent', 'accent')).toEqual([onAccent, accent])
    expect(shown('light', 'on-accent', 'accent-strong')).toEqual([onAccent, strong])
    expect(shown('light', 'accent', 'surface')).toEqual([text, '#ffffff'])
    expect(shown('dark', 'on-accent', 'accent')).toEqual([onAccent, darkFill])
    expect(shown('dark', 'accent', 'surface')).toEqual([darkText, '#171b22'])
  })

  it('measures the colours that a skin sets, and not those that would follow', () => {
    const css = ':root { --skin-accent: #ffd400; --skin-accent-strong: #666; --skin-on-accent: #00000f }'
    expect(problemsOf(css)).toEqual([
      expect.stringMatching(
        /^--skin-on-accent #00000f on --skin-accent-strong #666666 in the light .* in 1 more pairs/,
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
    expect(problemsOf(':root { --skin-on-accent: red; --skin-text: #eee }').join()).not.toContain('console')
  })

  it('measures the console with the page that the site’s accent tints', () => {
    const found = contrastsOf(themeOf(':root { --skin-accent: #0a1030; --skin-console-accent: #ffd400 }'))
    const pages = found.flatMap(({ scheme, back, backColor }) =>
      scheme === 'light' && back === 'page' ? [backColor] : [],
    )
    expect(new Set(pages)).toEqual(new Set(['#e9ebee']))
    expect(found.some(({ front, frontColor }) => front === 'console-accent' && frontColor === '#776100')).toBe(true)
  })

  it('rounds a ratio down, so that no insufficient ratio looks sufficient', () => {
    expect(formatRatio(4.4999)).toBe('4.49:1')
    expect(formatRatio(21)).toBe('21.00:1')
  })
})

describe('colorPairs', () => {
  const tokens = [...new Set(defaultTheme.match(/(?<=--skin-)[a-z-]+/g))].filter(
    (name) => !/font|radius|height/.test(name),
  )
  const sources = sourcesIn(['components', 'app'], /\.tsx$/).map(({ text }) => text)
  const classes = [...sources.join('\n').matchAll(/['"`]([^'"`\n]*\b(?:bg|text)-[^'"`\n]*)['"`]/g)].map(
    ([, text = '']) => text.split(/\s+/),
  )

  it('contain every colour except that of decorative lines', () => {
    const used = new Set(colorPairs.flatMap(([back, fronts]) => [back, ...fronts]))
    expect([...used].sort()).toEqual(tokens.filter((name) => !/^line$|^console-/.test(name)).sort())
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
