import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The Chromium that tests and screenshots run in: the one that `CHROMIUM_PATH` names, else the one
 * that the system has, else Playwright's own download.
 *
 * @returns its path; where none is there yet, the path where Playwright would have put its own.
 */
export function browserPath(): string {
  const own = chromium.executablePath()
  const candidates = [process.env.CHROMIUM_PATH ?? '', own, ...usualPlaces]
  return candidates.find((path) => path !== '' && existsSync(path)) ?? own
}

/** Whether `browserPath` names a browser that is there. */
export function hasBrowser(): boolean {
  return existsSync(browserPath())
}

/** Chromium as root has no sandbox; the others keep it from looking for hosts on the internet. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
