import { defineConfig, devices } from 'playwright/test'
import { browserOptions } from './e2e/harness/browser'

/**
 * Browser tests against the production build of `npm run build`. They are one project, because each project has
 * separate workers, which start their apps and browsers again.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // One more than the cores of CI, because many tests wait for timers and answers.
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
    screenshot: 'only-on-failure',
    launchOptions: browserOptions(),
  },
})
