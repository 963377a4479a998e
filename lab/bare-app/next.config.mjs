import { fileURLToPath } from 'node:url'

/** @type {import('next').NextConfig} */
export default {
  // Like the real app.
  output: 'standalone',
  // Next and React come from this repository's node_modules.
  turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) },
  // Next also looks for a proxy and an instrumentation in the parent folders. Those of the real app are TypeScript.
  pageExtensions: ['jsx'],
}
