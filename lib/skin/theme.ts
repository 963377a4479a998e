import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, type Declaration, type Root } from 'postcss'
import readValue from 'postcss-value-parser'
import { addFallback } from './light-dark.mjs'
import { servedTypes } from './read-files'

/** `next.config.mjs` writes both into the build, because an operator may replace the skin in its folder. */
declare const DEFAULT_THEME: string | undefined
declare const ACCENT_RULES: string | undefined

/** For everything that a skin does not set. Scripts and tests read the file itself. */
export const defaultTheme =
  typeof DEFAULT_THEME === 'string' ? DEFAULT_THEME : readFileSync(join(process.cwd(), 'skin', 'theme.css'), 'utf8')

/** The colours that follow from the accents of any theme. */
export const accentRules =
  typeof ACCENT_RULES === 'string'
    ? ACCENT_RULES
    : readFileSync(/* turbopackIgnore: true */ 'lib/skin/accents.css', 'utf8')

export type Scheme = 'light' | 'dark'

/** The custom properties of the whole page, by scheme: `--skin-accent`. */
export type Tokens = Record<Scheme, ReadonlyMap<string, string>>

export interface Theme {
  tokens: Tokens
  schemes: readonly [Scheme, ...Scheme[]]
  /** The files of the skin that the theme loads, by path. */
  loaded: ReadonlySet<string>
  problems: string[]
}

/** Browsers may load `files` of the skin, and not the `others`. */
export function readTheme(css: string, files: ReadonlySet<string>, others: readonly string[] = []): Theme {
  const problems: string[] = []
  let root = parse('')
  try {
    root = parse(css)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^<css input>:/, 'line ') : String(error)
    problems.push(`is not valid CSS: ${reason}`)
  }
  root.walkAtRules(/^import$/i, () => void problems.push('has @import, which costs a round trip: put its rules here'))
  const loaded = loadedIn(root)
  problems.push(...loaded.flatMap((url) => refusalOf(url, files, others) ?? []))
  return {
    tokens: tokensOf(root),
    schemes: schemesIn(root),
    loaded: new Set(loaded.filter(isInSkin).map(pathOf)),
    problems: [...new Set(problems)],
  }
}

/** Prepares a valid `theme.css` for a page. */
export function themeInPage(css: string, urlOf: (path: string) => string): string {
  const root = parse(css)
  root.walkDecls((declaration) => {
    const value = readValue(declaration.value)
    for (const node of loadedBy(value)) {
      if (isInSkin(node.value)) node.value = urlOf(node.value.replace(/^\.\//, ''))
    }
    declaration.value = readValue.stringify(value.nodes)
  })
  addFallback(root, schemesIn(root)[0])
  // PostCSS writes `</style` as `\3c /style`, which does not end the element.
  return root.toString()
}

function tokensOf(root: Root): Tokens {
  const tokens = { light: new Map<string, string>(), dark: new Map<string, string>() }
  root.walkDecls(/^--/, (declaration) => {
    for (const scheme of schemesOf(declaration)) tokens[scheme].set(declaration.prop, declaration.value.trim())
  })
  return tokens
}

/** The last `color-scheme` of the whole page decides. */
function schemesIn(root: Root): Theme['schemes'] {
  let schemes: Theme['schemes'] = ['light', 'dark']
  root.walkDecls(/^color-scheme$/i, (declaration) => {
    if (schemesOf(declaration).length < 2) return
    const words = declaration.value.toLowerCase().split(/\s+/)
    const [only, ...more] = (['light', 'dark'] as const).filter((scheme) => words.includes(scheme))
    schemes = only && more.length === 0 ? [only] : ['light', 'dark']
  })
  return schemes
}

/** For browsers without `light-dark()`. */
export const defaultFallback = (scheme: Scheme) => addFallback(parse(defaultTheme), scheme)

/** None if a declaration applies to a part of the page. */
function schemesOf(declaration: Declaration): readonly Scheme[] {
  let schemes: readonly Scheme[] = ['light', 'dark']
  for (let parent = declaration.parent; parent; parent = parent.parent as typeof parent) {
    if (parent.type === 'rule' && !('selectors' in parent && parent.selectors.some(isWholePage))) return []
    if (parent.type !== 'atrule' || !('params' in parent) || parent.name === 'layer') continue
    const [, scheme] = /^\(\s*prefers-color-scheme:\s*(light|dark)\s*\)$/.exec(parent.params) ?? []
    if (scheme === undefined) return []
    schemes = schemes.filter((one) => one === scheme)
  }
  return schemes
}

const isWholePage = (selector: string) => selector === ':root' || selector === 'html'

function loadedIn(root: Root): string[] {
  const found: string[] = []
  root.walkDecls(({ value }) => void found.push(...loadedBy(readValue(value)).map((node) => node.value)))
  return found
}

/** Why browsers cannot load a URL; undefined if they can. The security policy allows only files of this site. */
function refusalOf(url: string, files: ReadonlySet<string>, others: readonly string[]): string | undefined {
  const shown = url.slice(0, 60)
  if (!isInSkin(url)) {
    return /^(?:data:image\/|#)/i.test(url) ? undefined : `loads ${shown}, which browsers refuse: put it into the skin`
  }
  if (files.has(pathOf(url))) return undefined
  return others.includes(pathOf(url))
    ? `loads ${shown}, which is not allowed: ${allowedInPlace(url)}`
    : `loads ${shown}, which is missing in the skin`
}

const allowedInPlace = (url: string) =>
  /\.(?:ttf|otf|woff|eot)$/i.test(pathOf(url)) ? 'convert it to .woff2' : `use ${servedTypes.join(', ')}`

const isInSkin = (url: string) => !/^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(url)

const pathOf = (url: string) => url.replace(/^\.\//, '').replace(/[?#].*$/, '')

/** In `url()`, even empty ones, or as a string in `image-set()`. */
function loadedBy(value: ReturnType<typeof readValue>): { value: string }[] {
  const found: { value: string }[] = []
  value.walk((node) => {
    if (node.type !== 'function') return
    const name = node.value.toLowerCase()
    if (name === 'url') found.push(...(node.nodes.length > 0 ? node.nodes : [{ value: '' }]))
    else if (name.endsWith('image-set')) found.push(...node.nodes.filter(({ type }) => type === 'string'))
  })
  return found
}
