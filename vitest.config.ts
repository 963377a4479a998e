import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const files = ['app', 'components', 'deploy', 'docs', 'lib', 'e2e', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
)

/**
 * What replaces a module, itself or by what it imports, must be the first to load it, so these files have a process each. The others share their
 * processes, and with them what they load: for most of them that is nearly all that they cost.
 */
const replacesModules = (file: string) =>
  /\bvi\.(mock|doMock|resetModules)\(|\/login-in-process'/.test(readFileSync(join(root, file), 'utf8'))

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
    // They start faster than processes, and nothing here needs one of its own.
    pool: 'threads',
    // One more than the cores that CI has, as for the browser tests. By itself vitest would start one fewer.
    maxWorkers: 3,
    // `npm test` builds and lints meanwhile, and some of these wait for real time to pass.
    testTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    // What one file leaves behind must not reach the next.
    unstubGlobals: true,
    unstubEnvs: true,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: files.filter((file) => !replacesModules(file)), isolate: false },
      },
      { extends: true, test: { name: 'isolated', include: files.filter(replacesModules) } },
    ],
  },
})
