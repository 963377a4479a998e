import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: root },
      // Outside Next's server bundle this marker throws; here it is the empty module that Next puts in its place.
      { find: /^server-only$/, replacement: `${root}node_modules/server-only/empty.js` },
    ],
  },
  test: {
    environment: 'node',
    include: ['{app,components,lib,e2e,scripts}/**/*.test.{ts,tsx}'],
    // `npm test` builds and lints meanwhile, and some of these wait for real time to pass.
    testTimeout: 20_000,
  },
})
