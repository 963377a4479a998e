import { parse, type Root } from 'postcss'
import readValue from 'postcss-value-parser'
import { editsBetween } from '@/lib/config/names'
import { argumentsOf } from '@/lib/skin/light-dark.mjs'
import { defaultTheme } from '@/lib/skin/theme'

/* Mistakes in a theme that a browser silently ignores. */

const knownTokens = [...new Set(Array.from(defaultTheme.matchAll(/--skin-[\w-]+/g), ([token]) => token))]

/** Fonts that a browser or nearly every system has. */
const systemFonts = new Set(
  `serif, sans-serif, monospace, cursive, fantasy, system-ui, math, emoji, inherit, initial, ui-serif, ui-sans-serif,
  ui-monospace, ui-rounded, -apple-system, blinkmacsystemfont, arial, helvetica, helvetica neue, verdana, tahoma, georgia,
  trebuchet ms, times, times new roman, courier, courier new, segoe ui, roboto, menlo, monaco, consolas, impact,
  sfmono-regular`.split(/,\s+/),
)

export function themeHints(css: string): string[] {
  const root = parse(css)
  return [...new Set([...unknownTokens(root), ...undeclaredFonts(root)])]
}

/** Finds unknown tokens that a theme only sets or only uses. A theme may set and use its own tokens. */
function* unknownTokens(root: Root): Generator<string, void> {
  const [set, used] = [new Set<string>(), new Set<string>()]
  root.walkDecls((declaration) => {
    if (declaration.prop.startsWith('--skin-')) set.add(declaration.prop)
    for (const [, token = ''] of declaration.value.matchAll(/var\(\s*(--skin-[\w-]+)/gi)) used.add(token)
  })
  const known = new Set(knownTokens)
  for (const token of new Set([...set, ...used])) {
    if (known.has(token) || (set.has(token) && used.has(token))) continue
    yield `${set.has(token) ? 'sets' : 'uses'} ${token}, which is not a token: ${suggestion(token, knownTokens)}`
  }
}

/** Finds tokens whose first font is neither in the theme nor on most systems. */
function* undeclaredFonts(root: Root): Generator<string, void> {
  const declared = new Set<string>()
  root.walkAtRules(/^font-face$/i, (rule) => {
    rule.walkDecls(/^font-family$/i, ({ value }) => void declared.add(familyOf(value)))
  })
  const found: string[] = []
  root.walkDecls(/^--skin-(?:[\w-]+-)?font(?:-[\w-]+)?$/, ({ prop, value }) => {
    const family = familyOf(value)
    if (family === '' || family.startsWith('var(') || declared.has(family) || systemFonts.has(family)) return
    found.push(`names the font ${family} in ${prop} without an @font-face: users who lack the font see another one`)
  })
  yield* found
}

/** Returns the first family of a list of fonts, in lower case and without quotation marks. */
function familyOf(value: string): string {
  const [first = []] = argumentsOf(readValue(value).nodes)
  const [only, ...more] = first.filter(({ type }) => type !== 'space' && type !== 'comment')
  const text = only?.type === 'string' && more.length === 0 ? only.value : readValue.stringify(first)
  return text.trim().toLowerCase()
}

export function nearest(text: string, known: Iterable<string>): string | undefined {
  const [best] = Array.from(known, (name) => ({ name, edits: editsBetween(text.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= (name.length < 9 ? 2 : 3))
    .sort((a, b) => a.edits - b.edits)
  return best?.name
}

export function suggestion(text: string, known: readonly string[]): string {
  const name = nearest(text, known)
  return name === undefined ? `known are ${known.join(', ')}` : `did you mean ${name}?`
}
