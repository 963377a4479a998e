import { parse, type Declaration, type Root } from 'postcss'
import readValue, { type Node } from 'postcss-value-parser'

/** The two schemes in which every page is shown. */
export type Scheme = 'light' | 'dark'

/** The custom properties that a style sheet gives the whole page, as they are written, by scheme: `--skin-accent`. */
export type Tokens = Record<Scheme, ReadonlyMap<string, string>>

/** What a skin's `theme.css` says. */
export interface Theme {
  tokens: Tokens
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
    return { tokens: { light: new Map(), dark: new Map() }, problems: [`is no CSS: ${reason}`] }
  }
  return { tokens: tokensOf(root), problems: [...new Set(problemsOf(root, files))] }
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
  root.walkDecls(({ value }) => {
    for (const url of urlsIn(value)) {
      if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(url)) {
        if (!/^data:image\//i.test(url))
          found.push(`loads ${url.slice(0, 60)}, which browsers refuse: put it into the skin`)
      } else if (!url.startsWith('#') && !files.has(url.replace(/[?#].*$/, '').replace(/^\.\//, ''))) {
        found.push(`loads ${url.slice(0, 60)}, and the skin has no such file`)
      }
    }
  })
  yield* found
}

/** What a value loads: by `url()`, or in `image-set()` by a text alone. */
function urlsIn(value: string): string[] {
  if (!/url\(|image-set\(/i.test(value)) return []
  const urls: string[] = []
  readValue(value).walk((node) => {
    if (node.type !== 'function') return
    const name = node.value.toLowerCase()
    if (name === 'url') urls.push(textOf(node.nodes))
    else if (name.endsWith('image-set')) {
      urls.push(...node.nodes.filter(({ type }) => type === 'string').map((text) => text.value))
    }
  })
  return urls
}

const textOf = (nodes: readonly Node[]) => nodes.map(({ value }) => value).join('')
