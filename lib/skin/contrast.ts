import Color from 'colorjs.io'
import readValue, { type Node } from 'postcss-value-parser'
import { defaultTheme } from './default-theme'
import { argumentsOf } from './light-dark.mjs'
import { readTheme, type Scheme, type Theme } from './theme'

/** Two colours of a skin that stand side by side, and how well one is told from the other. */
export interface Contrast {
  scheme: Scheme
  /** Names of tokens without `--skin-`: `on-accent`. */
  front: string
  back: string
  /** As they are in this skin, as CSS has them; null where a value is no plain colour. */
  frontColor: string | null
  backColor: string | null
  /** What WCAG 2.2 AA asks for: 4.5 for text, 3 for what shows a control. */
  needed: number
  /** From 1 to 21; null where a colour cannot be read, or is transparent. */
  ratio: number | null
}

const accents = ['accent', 'accent-strong', 'console-accent', 'console-accent-strong']

/** What is shown on which background: what the components combine. `contrast.test.ts` holds it against their classes. */
export const textPairs: Readonly<Record<string, readonly string[]>> = {
  page: ['text', 'muted', ...accents, 'danger', 'warning', 'success'],
  surface: ['text', 'muted', ...accents, 'danger', 'warning', 'success'],
  'danger-surface': ['text', 'muted', ...accents, 'danger'],
  'warning-surface': ['text', 'muted', ...accents, 'warning'],
  'success-surface': ['text', 'muted', ...accents, 'success'],
  accent: ['on-accent'],
  'accent-strong': ['on-accent'],
  'console-accent': ['console-on-accent'],
  'console-accent-strong': ['console-on-accent'],
  // The badge of production in the console.
  danger: ['page'],
}

/** The outlines of fields, buttons and rows. The ring around what has the focus is `accent`, which text needs more of. */
export const controlPairs: Readonly<Record<string, readonly string[]>> = {
  page: ['control-line'],
  surface: ['control-line'],
}

const textRatio = 4.5
const controlRatio = 3

/** The contrast of every pair of tokens that the components combine, in the schemes that a theme has. */
export function contrastsOf({ tokens, schemes }: Pick<Theme, 'tokens' | 'schemes'>): Contrast[] {
  const defaults = readTheme(defaultTheme, new Set()).tokens
  return schemes.flatMap((scheme) => {
    const all = new Map([...defaults[scheme], ...tokens[scheme]])
    const found = [...measured(textPairs, textRatio, all, scheme), ...measured(controlPairs, controlRatio, all, scheme)]
    // The console's accent is the site's own by default: what is wrong with one is said once.
    const colorsOf = ({ frontColor, backColor }: Contrast) => `${frontColor} ${backColor}`
    const ofSite = new Set(found.filter((contrast) => !isInConsole(contrast)).map(colorsOf))
    return found.filter((contrast) => !isInConsole(contrast) || !ofSite.has(colorsOf(contrast)))
  })
}

const isInConsole = ({ front, back }: Contrast) => `${front} ${back}`.includes('console-')

/** What does not meet WCAG 2.2 AA, in words: a line for each colour, with the worst of its pairs. */
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
    const more = others.length === 0 ? '' : `; --skin-${token} is in ${others.length} more pairs that are hard to read`
    lines.push(contrastInWords(worst) + more)
    left = left.filter((contrast) => !pairs.includes(contrast))
  }
  return lines
}

/** Of those that are equally frequent, the first one. */
function mostFrequent(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [[most] = ['']] = [...counts].sort(([, a], [, b]) => b - a)
  return most
}

/** What is wrong with a contrast: `--skin-on-accent #fff on --skin-accent #f97316 in the light scheme has …`. */
export function contrastInWords({ scheme, front, back, frontColor, backColor, needed, ratio }: Contrast): string {
  const pair = `--skin-${front} ${frontColor ?? '?'} on --skin-${back} ${backColor ?? '?'} in the ${scheme} scheme`
  return ratio === null
    ? `${pair} cannot be measured: write both as plain colours that cover what is below`
    : `${pair} has a contrast of ${formatRatio(ratio)}, and ${needed}:1 is needed`
}

/** Whether a contrast is enough; false where it is not known. */
export function meetsAA({ ratio, needed }: Contrast): boolean {
  return ratio !== null && ratio >= needed
}

/** A contrast as WCAG writes it. It is rounded down, so that nothing seems to be enough that is not. */
export function formatRatio(ratio: number): string {
  return `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`
}

function measured(
  pairs: Readonly<Record<string, readonly string[]>>,
  needed: number,
  tokens: ReadonlyMap<string, string>,
  scheme: Scheme,
): Contrast[] {
  const colorOf = (name: string) => plainColor(`var(--skin-${name})`, tokens, scheme)
  return Object.entries(pairs).flatMap(([back, fronts]) =>
    fronts.map((front) => {
      const [frontColor, backColor] = [colorOf(front), colorOf(back)]
      return { scheme, front, back, frontColor, backColor, needed, ratio: ratioOf(frontColor, backColor) }
    }),
  )
}

function ratioOf(front: string | null, back: string | null): number | null {
  if (front === null || back === null) return null
  return new Color(back).contrast(new Color(front), 'WCAG21')
}

/**
 * The one colour that a value is in a scheme.
 *
 * @returns as CSS has it; null if it is no colour, is transparent, or is only known to a browser (`color-mix()`).
 */
function plainColor(value: string, tokens: ReadonlyMap<string, string>, scheme: Scheme): string | null {
  const text = resolved(readValue(value).nodes, tokens, scheme, [])
  if (text === null) return null
  try {
    const color = new Color(text)
    return color.alpha === 1 ? text : null
  } catch {
    return null
  }
}

/** Puts in what `var()` and `light-dark()` stand for. Null where a token is not there, or leads to itself. */
function resolved(
  nodes: readonly Node[],
  tokens: ReadonlyMap<string, string>,
  scheme: Scheme,
  above: readonly string[],
): string | null {
  let text = ''
  for (const node of nodes) {
    if (node.type === 'comment') continue
    if (node.type !== 'function') {
      text += readValue.stringify(node)
      continue
    }
    const [first = [], second = []] = argumentsOf(node.nodes)
    let part: string | null
    if (node.value === 'light-dark') {
      part = resolved(scheme === 'light' ? first : second, tokens, scheme, above)
    } else if (node.value === 'var') {
      const name = readValue.stringify([...first]).trim()
      const value = tokens.get(name)
      if (above.includes(name)) return null
      part = resolved(value === undefined ? second : readValue(value).nodes, tokens, scheme, [...above, name])
    } else {
      const inner = resolved(node.nodes, tokens, scheme, above)
      part = inner === null ? null : `${node.value}(${inner})`
    }
    if (part === null) return null
    text += part
  }
  return text.trim()
}
