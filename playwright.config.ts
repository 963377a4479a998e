import { defineConfig, devices } from 'playwright/test'
import { browserOptions } from './e2e/harness/browser'

/**
 * Browser tests against the production build of `npm run build`. The tests of a file run in one worker, one after
 * another, and share its apps. The files run in the order of their names. Only projects could start the long files
 * first, but each project starts the workers and their apps again, which takes longer than it saves.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // `npm run lab -- depth` runs the longest tests.
  ...(process.env['DEPTH'] ? {} : { grepInvert: /@depth/ }),
  // One more than the cores of CI, because many tests wait. With four, the cores have nothing left.
  workers: 3,
  // Long enough for a small machine without other work, and short enough to find a test that hangs.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // Only in CI, where other work can slow a test down. `npm test` names the tests that passed at the second try.
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    // Otherwise each press waits for the 0.2 s in which a card or a message moves to its place.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    launchOptions: browserOptions(),
  },
})
