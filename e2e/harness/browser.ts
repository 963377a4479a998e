import { existsSync } from 'node:fs'
import { chromium, type Browser, type LaunchOptions } from 'playwright'

/**
 * Where systems keep a Chromium that can run without a screen. The shell comes first: the same engine without
 * the windows around it, which takes half the work.
 */
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/**
 * How to launch the Chromium that tests and screenshots run in: the one that `CHROMIUM_PATH` names, else the
 * one that the system has, else Playwright's own download.
 */
export function browserOptions(): LaunchOptions {
  const { CHROMIUM_PATH: named } = process.env
  const path = named || systemPaths.find((candidate) => existsSync(candidate))
  return {
    ...(path ? { executablePath: path } : {}),
    // Chromium as root has no sandbox; the others keep it from looking for hosts on the internet.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // What is left of it draws pages by the processor, and needs no process of its own.
      '--in-process-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

/** Starts that Chromium. */
export const launchBrowser = (): Promise<Browser> => chromium.launch(browserOptions())
