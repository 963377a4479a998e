import { existsSync } from 'node:fs'
import { chromium, type Browser, type LaunchOptions } from 'playwright'

/**
 * The usual paths of Chromium. The headless shell is the first, because the same engine without windows uses half the
 * processor time.
 */
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/**
 * Returns the options to launch Chromium for tests and screenshots. The program is the one in `CHROMIUM_PATH`, else the
 * system's, else Playwright's download.
 */
export function browserOptions(): LaunchOptions {
  const { CHROMIUM_PATH: named } = process.env
  const path = named || systemPaths.find((candidate) => existsSync(candidate))
  return {
    ...(path ? { executablePath: path } : {}),
    // Chromium as root has no sandbox. Most other options keep it from contacting hosts on the internet.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // Software drawing needs no separate process.
      '--in-process-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

/** In a page: checks whether React has hydrated the first element that the selector matches. */
export const isHydrated = (selector: string) =>
  Object.keys(document.querySelector(selector) ?? {}).some((name) => name.startsWith('__reactProps'))

/** Starts Chromium with these options. */
export const launchBrowser = (): Promise<Browser> => chromium.launch(browserOptions())
