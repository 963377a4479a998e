import { atRule } from 'postcss'
import readValue from 'postcss-value-parser'

/*
 * Browsers without `light-dark()` (Safari before 17.5, Chrome before 123) show no colour where a rule uses a custom
 * property that contains it. Plain JavaScript, because the build uses it too.
 */

/**
 * Adds the colours of one scheme after each rule with `light-dark()`, for browsers that do not support it.
 *
 * @param {import('postcss').Root} root - changed in place.
 * @param {'light' | 'dark'} scheme
 * @returns {string} the added rules.
 */
export function addFallback(root, scheme) {
  const found = new Map()
  root.walkDecls((declaration) => {
    const { parent, value } = declaration
    // A browser with relative colours has `light-dark()` too.
    if (!/light-dark\(/i.test(value) || /\(from /i.test(value)) return
    const declarations = found.get(parent) ?? []
    found.set(parent, [...declarations, declaration.clone({ value: inScheme(value, scheme) })])
  })
  let added = ''
  for (const [block, nodes] of found) {
    const params = 'not (color: light-dark(red, red))'
    const fallback = atRule({ name: 'supports', params, nodes: [block.clone({ nodes })] })
    added += fallback.toString()
    block.after(fallback)
  }
  return added
}

/**
 * Replaces each `light-dark()` of a value by the colour of a scheme.
 *
 * @param {string} value
 * @param {'light' | 'dark'} scheme
 * @returns {string}
 */
export function inScheme(value, scheme) {
  const parsed = readValue(value)
  // Inner functions first, because they are part of the outer ones.
  parsed.walk((node) => {
    if (node.type !== 'function' || node.value.toLowerCase() !== 'light-dark') return
    const [light = [], dark = []] = argumentsOf(node.nodes)
    Object.assign(node, { type: 'word', value: readValue.stringify(scheme === 'light' ? light : dark).trim() })
  }, true)
  return readValue.stringify(parsed.nodes)
}

/**
 * Splits the arguments of a function at the commas.
 *
 * @param {readonly import('postcss-value-parser').Node[]} nodes
 * @returns {import('postcss-value-parser').Node[][]}
 */
export function argumentsOf(nodes) {
  /** @type {import('postcss-value-parser').Node[][]} */
  const found = [[]]
  for (const node of nodes) {
    if (node.type === 'div' && node.value === ',') found.push([])
    else found.at(-1)?.push(node)
  }
  return found
}
