import { setTimeout as sleep } from 'node:timers/promises'
import { waitSecondsIn } from '../e2e/harness/html'
import { walletAddress } from '../e2e/harness/people'
import type { PlainBrowser } from '../e2e/harness/plain-browser'
import type { StandInControl } from '../e2e/stand-in/control/client'
import { t } from '../e2e/texts'

/** What a user saw from the service's profile page until they were connected, or gave up. */
export interface Journey {
  requestId: string
  presses: number
  /** The error pages, with their status. */
  errors: string[]
  hasLostLink: boolean
  /** By `performance.now()`; undefined if the user never connected. */
  connectedAt: number | undefined
}

const maxJourneyMs = 10 * 60_000

/**
 * Lets a user connect. They behave like the page's script: they press once, and again after the wait that the page
 * shows. After an error page, they try again. A user without a session signs in when the app asks.
 */
export async function travel(browser: PlainBrowser, name: string, control: StandInControl): Promise<Journey> {
  const { link, request_id: requestId } = await control.pressConnect()
  const journey: Journey = { requestId, presses: 0, errors: [], hasLostLink: false, connectedAt: undefined }
  const endsAt = performance.now() + maxJourneyMs
  await browser.goto(link)
  while (performance.now() < endsAt) {
    const { url, status, buttons, html, heading, alert } = browser
    journey.hasLostLink = heading === t('nothingToConnect.title')
    if (url.includes('#ac=')) journey.connectedAt = performance.now()
    if (journey.connectedAt !== undefined || journey.hasLostLink) return journey
    const waitSeconds = waitSecondsIn(html)
    if (status < 400 && buttons.includes(t('signIn.demo.button'))) {
      await browser.press(t('signIn.demo.button'), { name })
    } else if (status < 400 && buttons.includes(t('confirm.connect')) && (alert === '' || waitSeconds !== null)) {
      await sleep((waitSeconds ?? 0) * 1000)
      journey.presses += 1
      await browser.press(t('confirm.connect'), { wallet_address: walletAddress })
    } else {
      journey.errors.push(`${status} ${heading} ${alert}`.trim())
      await sleep(5000)
      await browser.goto('/connect/confirm')
    }
  }
  return journey
}
