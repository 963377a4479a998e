/* eslint-disable oxc/no-this-in-exported-function -- webpack calls a loader with its context as `this` */
import tailwind from '@tailwindcss/postcss'
import postcss from 'postcss'
import { addFallback } from '../lib/skin/light-dark.mjs'

/** Elements, and parts of elements, that users' pages do not have. The console's own sheet has the whole reset. */
export const onlyInConsole =
  /(?:^|[\s(])(?:abbr|audio|canvas|code|embed|h[4-6]|hr|iframe|kbd|menu|object|optgroup|pre|progress|samp|select|small|sub|sup|table|textarea|video)\b|::?(?:-|file-|placeholder)/

/**
 * Turns a style sheet into a module that exports its text, for pages with inline styles
 * (docs/decisions/inline-styles.md). `next.config.mjs` names the files.
 *
 * @this {import('webpack').LoaderContext<object>}
 */
export default async function inlineCss(source) {
  const { root, messages } = await postcss([tailwind({ optimize: true })]).process(source, { from: this.resourcePath })
  for (const { type, file, dir } of messages) {
    if (type === 'dependency') this.addDependency(file)
    if (type === 'dir-dependency') this.addContextDependency(dir)
  }
  root.walkAtRules('layer', (layer) => {
    if (layer.params === 'reset') dropConsoleRules(layer)
  })
  addFallback(root, 'light')
  return `export default ${JSON.stringify(root.toString())}`
}

/**
 * Drops rules of Tailwind's reset.
 *
 * @param {import('postcss').AtRule} layer - changed in place.
 */
function dropConsoleRules(layer) {
  layer.walkRules((rule) => {
    const selectors = rule.selectors.filter((selector) => !onlyInConsole.test(selector))
    if (selectors.length > 0) rule.selectors = selectors
    else rule.remove()
  })
}
