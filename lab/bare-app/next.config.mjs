import { fileURLToPath } from 'node:url'

/** @type {import('next').NextConfig} */
export default {
  // Like the real app.
  output: 'standalone',
  // Next and React are in this repository's node_modules.
  turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) },
  // Next would also load the proxy and the instrumentation of the real app in the parent folders. They are TypeScript.
  pageExtensions: ['jsx'],
}
