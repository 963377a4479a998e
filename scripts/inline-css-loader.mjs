/* eslint-disable oxc/no-this-in-exported-function -- webpack calls a loader with its context as `this` */
import tailwind from '@tailwindcss/postcss'
import postcss from 'postcss'
import { addFallback } from '../lib/skin/light-dark.mjs'

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
  addFallback(root, 'light')
  return `export default ${JSON.stringify(root.toString())}`
}
