import { parse, type Declaration, type Root } from 'postcss'
import readValue from 'postcss-value-parser'

/** The two schemes in which every page is shown. */
export type Scheme = 'light' | 'dark'

/** The custom properties that a style sheet gives the whole page, as they are written, by scheme: `--skin-accent`. */
export type Tokens = Record<Scheme, ReadonlyMap<string, string>>

/** What a skin's `theme.css` says. */
export interface Theme {
  tokens: Tokens
  schemes: readonly [Scheme, ...Scheme[]]
  problems: string[]
}

/**
 * Reads a `theme.css`.
 *
 * @param files - what else is in the skin, by its way from there.
 */
export function readTheme(css: string, files: ReadonlySet<string>): Theme {
  let root: Root
  try {
    root = parse(css)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^<css input>:/, 'line ') : String(error)
    return {
      tokens: { light: new Map(), dark: new Map() },
      schemes: ['light', 'dark'],
      problems: [`is no CSS: ${reason}`],
    }
  }
  return { tokens: tokensOf(root), schemes: schemesIn(root), problems: [...new Set(problemsOf(root, files))] }
}

/**
 * A `theme.css` that has no problems, as it stands in a page.
 *
 * @param urlOf - where browsers get another file of the skin, by its way from there.
 */
export function themeInPage(css: string, urlOf: (path: string) => string): string {
  const root = parse(css)
  root.walkDecls((declaration) => {
    const value = readValue(declaration.value)
    for (const node of loadedBy(value)) {
      if (isOfSkin(node.value)) node.value = urlOf(pathOf(node.value))
    }
    declaration.value = readValue.stringify(value.nodes)
  })
  // PostCSS writes `</style` as `\3c /style`, which does not end the element.
  return root.toString()
}

function tokensOf(root: Root): Tokens {
  const light = new Map<string, string>()
  const dark = new Map<string, string>()
  root.walkDecls(/^--/, (declaration) => {
    const schemes = schemesOf(declaration)
    if (schemes.includes('light')) light.set(declaration.prop, declaration.value.trim())
    if (schemes.includes('dark')) dark.set(declaration.prop, declaration.value.trim())
  })
  return { light, dark }
}

/** The schemes that a page is shown in. The last `color-scheme` of the whole page decides. */
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

/** In which schemes a declaration holds for the whole page; in none if it is for a part of it. */
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

/** The security policy lets browsers load nothing from elsewhere, and what is not there is a slip. */
function* problemsOf(root: Root, files: ReadonlySet<string>): Generator<string, void> {
  const found: string[] = []
  root.walkAtRules(/^import$/i, () => void found.push('has @import, which costs a round trip: put its rules here'))
  root.walkDecls((declaration) => {
    for (const { value: url } of loadedBy(readValue(declaration.value))) {
      if (isOfSkin(url)) {
        if (!files.has(pathOf(url.replace(/[?#].*$/, ''))))
          found.push(`loads ${url.slice(0, 60)}, and the skin has no such file`)
      } else if (!/^(?:data:image\/|#)/i.test(url)) {
        found.push(`loads ${url.slice(0, 60)}, which browsers refuse: put it into the skin`)
      }
    }
  })
  yield* found
}

/** Whether an address is that of a file beside the style sheet. */
const isOfSkin = (url: string) => !/^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(url)

/** Its way from there. */
const pathOf = (url: string) => url.replace(/^\.\//, '')

/** The addresses in a value that browsers load: in `url()`, empty ones too, or in `image-set()` as a text alone. */
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
