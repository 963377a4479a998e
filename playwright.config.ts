import { defineConfig, devices } from 'playwright/test'
import { browserOptions } from './e2e/harness/browser'

/**
 * What waits long, or has to go one after the other. These start first, so that they wait while the others work, and no
 * worker is left alone with them at the end.
 */
const long = ['connections', 'nginx', 'redis', 'shutdown', 'doctor', 'setup', 'secrets'].map(
  (name) => `**/${name}.spec.ts`,
)

/** Browser tests, against the production build that `npm run build` has made. */
export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'long', testMatch: long },
    { name: 'short', testMatch: '**/*.spec.ts', testIgnore: long },
  ],
  fullyParallel: true,
  // One more than the cores that CI has: many tests wait for timers and answers.
  workers: 3,
  // Long enough for a small machine that does nothing else; what hangs is still found.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    screenshot: 'only-on-failure',
    launchOptions: browserOptions(),
  },
})
