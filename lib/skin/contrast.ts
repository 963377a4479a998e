import Color from 'colorjs.io'
import { inScheme } from './light-dark.mjs'
import { defaultTheme, readTheme, type Scheme, type Theme } from './theme'

interface Contrast {
  scheme: Scheme
  /** Tokens without `--skin-`: `on-accent`. */
  front: string
  back: string
  /** Null if it is no plain colour. */
  frontColor: string | null
  backColor: string | null
  /** The minimum of WCAG 2.2 AA: 4.5 for text, 3 for a control. */
  needed: number
  /** From 1 to 21. Null if a colour is unreadable or transparent. */
  ratio: number | null
}

const accents = ['accent', 'accent-strong', 'console-accent', 'console-accent-strong']

const textRatio = 4.5
const controlRatio = 3

/** The texts and outlines of each background. `contrast.test.ts` compares them with the components' classes. */
export const colorPairs: readonly (readonly [back: string, fronts: readonly string[], needed: number])[] = [
  ['page', ['text', 'muted', ...accents, 'danger', 'warning', 'success'], textRatio],
  ['surface', ['text', 'muted', ...accents, 'danger', 'warning', 'success'], textRatio],
  ['danger-surface', ['text', 'muted', ...accents, 'danger'], textRatio],
  ['warning-surface', ['text', 'muted', ...accents, 'warning'], textRatio],
  ['success-surface', ['text', 'muted', ...accents, 'success'], textRatio],
  ['accent', ['on-accent'], textRatio],
  ['accent-strong', ['on-accent'], textRatio],
  ['console-accent', ['console-on-accent'], textRatio],
  ['console-accent-strong', ['console-on-accent'], textRatio],
  // The initial of the service.
  ['text', ['surface'], textRatio],
  // The badge of production in the console.
  ['danger', ['page'], textRatio],
  // The focus ring is `accent`, which needs more contrast as text.
  ['page', ['control-line'], controlRatio],
  ['surface', ['control-line'], controlRatio],
]

export function contrastsOf({ tokens, schemes }: Pick<Theme, 'tokens' | 'schemes'>): Contrast[] {
  const defaults = readTheme(defaultTheme, new Set()).tokens
  return schemes.flatMap((scheme) => {
    const all = new Map([...defaults[scheme], ...tokens[scheme]])
    const colorOf = (name: string) => plainColor(`--skin-${name}`, all, scheme)
    const found = colorPairs.flatMap(([back, fronts, needed]) =>
      fronts.map((front): Contrast => {
        const [frontColor, backColor] = [colorOf(front), colorOf(back)]
        const isMixed = scheme === 'dark' && accents.includes(front)
        const shown = isMixed ? asTextInDark(frontColor, colorOf('text')) : frontColor
        return { scheme, front, back, frontColor, backColor, needed, ratio: ratioOf(shown, backColor) }
      }),
    )
    // The console's accent is the site's by default. Then one line reports it.
    const colorsOf = ({ frontColor, backColor }: Contrast) => `${frontColor} ${backColor}`
    const ofSite = new Set(found.filter((contrast) => !isInConsole(contrast)).map(colorsOf))
    return found.filter((contrast) => !isInConsole(contrast) || !ofSite.has(colorsOf(contrast)))
  })
}

const isInConsole = ({ front, back }: Contrast) => `${front} ${back}`.includes('console-')

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

/** `--skin-on-accent #fff on --skin-accent #f97316 in the light scheme has …` */
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

/** Mixes an accent as `--accent-text` in `app/globals.inline.css` does. */
function asTextInDark(accent: string | null, text: string | null): string | null {
  return accent && text && new Color(text).mix(accent, 0.6, { space: 'oklab' }).to('srgb').toString()
}

function ratioOf(front: string | null, back: string | null): number | null {
  if (front === null || back === null) return null
  return new Color(back).contrast(new Color(front), 'WCAG21')
}

/** `var()` with at most one level of parentheses in its fallback. */
const reference = /var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/g
/** A value that refers to more values in a row refers to itself. */
const maxReferences = 20

/** Null if it is no colour, is transparent, or only a browser can compute it (`color-mix()`). */
function plainColor(token: string, tokens: ReadonlyMap<string, string>, scheme: Scheme): string | null {
  let value = `var(${token})`
  for (let left = maxReferences; left > 0 && value.includes('var('); left -= 1) {
    value = value.replaceAll(reference, (_, name: string, fallback = '') => tokens.get(name) ?? fallback)
  }
  try {
    const text = inScheme(value.replaceAll(/\/\*.*?\*\//gs, ''), scheme).trim()
    return new Color(text).alpha === 1 ? text : null
  } catch {
    return null
  }
}
