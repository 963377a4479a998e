import { defineConfig, devices } from 'playwright/test'
import { browserPath } from './scripts/browser-path'

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
      // Chromium as root has no sandbox; the others keep it from looking for hosts on the internet.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
