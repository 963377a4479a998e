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

/** The tests of logins all replace the same modules, so they share processes with each other. */
const isOfLogins = (file: string) => /^e2e\/logins\/[^/]+\.test\.ts$/.test(file)
/** `npm run lint` runs the checks of the documents. */
const isOfDocuments = (file: string) => /^docs\/(architecture|commands|generated|references)\.test\.ts$/.test(file)
const others = files.filter((file) => !isOfLogins(file) && !isOfDocuments(file))

/**
 * A file that replaces a module must load it first. Each of these files therefore has a separate process. The other
 * files share processes and loaded modules, because loading is nearly all of their cost.
 */
const replacesModules = (file: string) =>
  /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(root, file), 'utf8'))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: root },
      // This marker throws outside Next's server bundle. As in Next, an empty module replaces it.
      { find: /^server-only$/, replacement: `${root}node_modules/server-only/empty.js` },
    ],
  },
  test: {
    environment: 'node',
    // Threads start faster than processes, and no test needs a separate process.
    pool: 'threads',
    // Two more than the cores of CI, because many tests wait, and the longest wait at the same time. The option
    // `--maxWorkers` does not change it.
    maxWorkers: 4,
    // Some tests wait for real time to pass, and another program may use the machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // The changes of one file must not reach the next file.
    setupFiles: 'e2e/harness/real-timers.ts',
    unstubGlobals: true,
    unstubEnvs: true,
    restoreMocks: true,
    projects: [
      { extends: true, test: { name: 'documents', include: files.filter(isOfDocuments), isolate: false } },
      {
        extends: true,
        test: { name: 'shared', include: others.filter((file) => !replacesModules(file)), isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'logins',
          include: files.filter(isOfLogins),
          setupFiles: ['e2e/harness/real-timers.ts', 'e2e/logins/replace-modules.ts'],
          isolate: false,
          // A test can run a hundred logins, one after another.
          testTimeout: 120_000,
        },
      },
      { extends: true, test: { name: 'isolated', include: others.filter(replacesModules) } },
    ],
  },
})
