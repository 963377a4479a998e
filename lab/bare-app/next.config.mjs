import { fileURLToPath } from 'node:url'

/** @type {import('next').NextConfig} */
export default {
  // As the real app is run.
  output: 'standalone',
  // Next and React come from this repository's node_modules.
  turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) },
  // Next looks for a proxy and an instrumentation in the folders above too; the real app's are TypeScript.
  pageExtensions: ['jsx'],
}
