import { defineConfig, devices } from 'playwright/test'
import { browserArguments, browserPath } from './scripts/browser'

/** Browser tests, against the production build that `npm run build` has made. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 2,
  // Long enough for a small machine that does nothing else; what hangs is still found.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A browser, the app and the stand-in share few cores in CI. What needs its second run is named as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browserPath(),
      args: browserArguments,
    },
  },
})
