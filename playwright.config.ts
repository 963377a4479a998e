import { defineConfig, devices } from 'playwright/test'
import { browserOptions } from './e2e/harness/browser'

/**
 * Browser tests, against the production build that `npm run build` has made. They are one project, since each project has
 * workers of its own, which start their apps and browsers anew.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // One more than the cores that CI has: many tests wait for timers and answers.
  workers: 3,
  // Long enough for a small machine that does nothing else; what hangs is still found.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // In CI alone, where other work can starve a test of its time. `npm test` names what passed at the second try.
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    screenshot: 'only-on-failure',
    launchOptions: browserOptions(),
  },
})
