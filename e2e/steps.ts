import type { Page } from 'playwright/test'
import type { Engine } from './engines/engine'
import { engineSteps } from './engines/steps'
import type { App } from './harness/app'
import { PlainBrowser } from './harness/plain-browser'
import { pageSteps } from './connect/page-steps'
import { plainSteps } from './connect/plain-steps'
import type { StandInControl } from './stand-in/control/client'
import type { PressedConnect } from './stand-in/control/messages'

/**
 * What a user does in the connect flow. A test says it in the same words in Chromium (a `Page`), over HTTP (a
 * `PlainBrowser`) and in other engines (an `Engine`).
 */
interface Steps {
  signIn(app: App, name?: string): Promise<void>
  arrive(control: StandInControl, options?: { referer?: string }): Promise<PressedConnect>
  typeAndConnect(address?: string | null): Promise<void>
  expectBackAtService(): Promise<void>
}

interface HoldSteps extends Steps {
  expectHeld(): Promise<void>
  expectNothingHeld(): Promise<void>
}

type HoldBrowser = Page | PlainBrowser
type Browser = HoldBrowser | Engine

const holdStepsOf = (browser: HoldBrowser): HoldSteps =>
  browser instanceof PlainBrowser ? plainSteps(browser) : pageSteps(browser)

const stepsOf = (browser: Browser): Steps => ('back' in browser ? engineSteps(browser) : holdStepsOf(browser))

/**
 * Signs a user in with a session that earlier tests may have used; by default a user of this browser alone.
 * `signInOnPage` tests the sign-in itself. A test that signs out must use a name that no other test uses.
 */
export const signIn = (browser: Browser, app: App, name?: string) => stepsOf(browser).signIn(app, name)

/**
 * Presses Connect at the service and follows the link to the page with the button. The user must be signed in.
 *
 * @param options.referer - the page of the service that has the link, in Chromium.
 */
export const arrive = (browser: Browser, control: StandInControl, options?: { referer?: string }) =>
  stepsOf(browser).arrive(control, options)

/**
 * Types an address and presses Connect.
 *
 * @param address - null keeps the value that the page has put in the field.
 */
export const typeAndConnect = (browser: Browser, address?: string | null) => stepsOf(browser).typeAndConnect(address)

/**
 * Checks that the browser is back at the service, with the code. In Chromium without JavaScript, the service's page
 * cannot use the code.
 */
export const expectBackAtService = (browser: Browser) => stepsOf(browser).expectBackAtService()

/** Checks that the browser still holds the link at the app where it is signed in. The page then shows the button. */
export const expectHeld = (browser: HoldBrowser) => holdStepsOf(browser).expectHeld()

/** Checks that the browser holds no link at the app where it is signed in. */
export const expectNothingHeld = (browser: HoldBrowser) => holdStepsOf(browser).expectNothingHeld()
