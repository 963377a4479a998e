import { contrast_ratio_wcag_2_1, type Color } from '@csstools/color-helpers'
import { color, serializeRGB } from '@csstools/css-color-parser'
import { parseComponentValue } from '@csstools/css-parser-algorithms'
import { tokenize } from '@csstools/css-tokenizer'
import readValue from 'postcss-value-parser'
import { argumentsOf, inScheme } from './light-dark.mjs'
import { accentRules, defaultTheme, readTheme, type Scheme, type Theme } from './theme'

interface Contrast {
  scheme: Scheme
  /** Tokens without `--skin-`: `on-accent`. */
  front: string
  back: string
  /** `#2a4bd7`, as a page shows it; null if it is no colour, or is transparent. */
  frontColor: string | null
  backColor: string | null
  /** The minimum of WCAG 2.2 AA: 4.5 for text, 3 for a control. */
  needed: number
  /** From 1 to 21. Null if a colour is unreadable or transparent. */
  ratio: number | null
}

const textRatio = 4.5
const controlRatio = 3

/** The texts and outlines of each background. `contrast.test.ts` compares them with the components' classes. */
export const colorPairs: readonly (readonly [back: string, fronts: readonly string[], needed: number])[] = [
  ['page', ['text', 'muted', 'accent', 'danger', 'warning', 'success'], textRatio],
  ['surface', ['text', 'muted', 'accent', 'danger', 'warning', 'success'], textRatio],
  ['danger-surface', ['text', 'muted', 'accent', 'danger'], textRatio],
  ['warning-surface', ['text', 'muted', 'accent', 'warning'], textRatio],
  ['success-surface', ['text', 'muted', 'accent', 'success'], textRatio],
  ['accent', ['on-accent'], textRatio],
  ['accent-strong', ['on-accent'], textRatio],
  // The initial of the service.
  ['text', ['surface'], textRatio],
  // The badge of production in the console.
  ['danger', ['page'], textRatio],
  // The focus ring is `accent`, which needs more contrast as text.
  ['page', ['control-line'], controlRatio],
  ['surface', ['control-line'], controlRatio],
]

const accents = ['accent', 'accent-strong', 'on-accent']

export function contrastsOf({ tokens, schemes }: Pick<Theme, 'tokens' | 'schemes'>): Contrast[] {
  const defaults = readTheme(defaultTheme + accentRules, new Set()).tokens
  return schemes.flatMap((scheme) => {
    const all = new Map([...defaults[scheme], ...tokens[scheme]])
    const ofSite = contrastsIn(scheme, all)
    // As `app/console/console.css` does. One line reports the colours that are those of the site.
    const rootValue = (name: string) => withoutReferences(`var(${name})`, all)
    const own = new Map([...all].map(([name, value]) => [name, name.startsWith('--skin-') ? rootValue(name) : value]))
    for (const name of accents) own.set(`--skin-${name}`, rootValue(`--skin-console-${name}`))
    const inConsole = (name: string) => (accents.includes(name) ? `console-${name}` : name)
    const ofConsole = contrastsIn(scheme, own).filter(
      (one) => !ofSite.some((other) => one.frontColor === other.frontColor && one.backColor === other.backColor),
    )
    return [...ofSite, ...ofConsole.map((one) => ({ ...one, front: inConsole(one.front), back: inConsole(one.back) }))]
  })
}

function contrastsIn(scheme: Scheme, tokens: Tokens): Contrast[] {
  // See `accents.css`.
  const propertyOf = (name: string) => (accents.includes(name) ? `--shown-${name}` : `--skin-${name}`)
  return colorPairs.flatMap(([back, fronts, needed]) =>
    fronts.map((front) => {
      const frontColor = shownColor(front === 'accent' ? '--accent-text' : propertyOf(front), tokens, scheme)
      const backColor = shownColor(propertyOf(back), tokens, scheme)
      return { scheme, front, back, frontColor, backColor, needed, ratio: ratioOf(frontColor, backColor) }
    }),
  )
}

/** The contrasts below WCAG 2.2 AA, in one line for each colour with its worst pair. */
export function contrastProblems(theme: Pick<Theme, 'tokens' | 'schemes'>): string[] {
  const lines: string[] = []
  let left = contrastsOf(theme)
    .filter((contrast) => !meetsAA(contrast))
    .sort((a, b) => (a.ratio ?? 0) / a.needed - (b.ratio ?? 0) / b.needed)
  while (left.length > 0) {
    const token = mostFrequent(left.flatMap(({ front, back }) => [front, back]))
    const pairs = left.filter(({ front, back }) => front === token || back === token)
    const [worst, ...others] = pairs
    if (!worst) break
    const more =
      others.length === 0 ? '' : `; --skin-${token} is in ${others.length} more pairs with too little contrast`
    lines.push(contrastInWords(worst) + more)
    left = left.filter((contrast) => !pairs.includes(contrast))
  }
  return lines
}

function mostFrequent(names: readonly string[]): string | undefined {
  const countOf = (name: string) => names.filter((other) => other === name).length
  return names.toSorted((a, b) => countOf(b) - countOf(a))[0]
}

/** `--skin-on-accent #ffffff on --skin-accent #f97316 in the light scheme has …` */
export function contrastInWords({ scheme, front, back, frontColor, backColor, needed, ratio }: Contrast): string {
  const pair = `--skin-${front} ${frontColor ?? '?'} on --skin-${back} ${backColor ?? '?'} in the ${scheme} scheme`
  return ratio === null
    ? `${pair} cannot be measured: write both as plain, opaque colours`
    : `${pair} has a contrast of ${formatRatio(ratio)}, but needs ${needed}:1`
}

/** False if the contrast is unknown. */
export const meetsAA = ({ ratio, needed }: Contrast): boolean => ratio !== null && ratio >= needed

/** Rounds down, so that no insufficient ratio looks sufficient. */
export const formatRatio = (ratio: number): string => `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`

function ratioOf(front: string | null, back: string | null): number | null {
  if (front === null || back === null) return null
  const channelsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Color
  return contrast_ratio_wcag_2_1(channelsOf(front), channelsOf(back))
}

type Tokens = ReadonlyMap<string, string>

/** Null if it is no opaque colour. */
function shownColor(property: string, tokens: Tokens, scheme: Scheme): string | null {
  const css = inScheme(withoutReferences(`var(${property})`, tokens), scheme)
  const value = parseComponentValue(tokenize({ css }))
  const found = value && color(value)
  if (!found || found.alpha !== 1) return null
  const channels = serializeRGB(found, false).toString().match(/\d+/g) ?? []
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
}

/** Replaces each `var()` as a browser does. One that leads to itself, or to nothing, leaves nothing. */
function withoutReferences(value: string, tokens: Tokens): string {
  const parsed = readValue(value.replaceAll(/\/\*.*?\*\//gs, ''))
  // Inner ones first, because they are part of the fallbacks of the outer ones.
  parsed.walk((node) => {
    if (node.type !== 'function' || node.value !== 'var') return
    const [name = '', ...fallback] = argumentsOf(node.nodes).map((nodes) => readValue.stringify(nodes).trim())
    const others = new Map([...tokens].filter(([other]) => other !== name))
    const found = withoutReferences(tokens.get(name) ?? '', others) || fallback.join(',')
    Object.assign(node, { type: 'word', value: found })
  }, true)
  return readValue.stringify(parsed.nodes).trim()
}
