import { defineConfig, devices } from 'playwright/test'
import { browserArguments, browserPath } from './scripts/browser'

/** Browser tests, against the production build that `npm run build` has made. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 5_000 },
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
