import type { Page } from 'playwright/test'
import { expect, test, type StartVariant } from '../fixtures'
import type { App } from '../harness/app'
import type { StandInControl } from '../stand-in/control/client'
import { brand, consoleBrand } from '../texts'
import { movesWhileArriving } from './arriving'
import { loadAxe, violationsOf } from './axe'

/** Leads to a state of a page from a browser without a session and without a hold. */
export type State = (page: Page, app: App, control: StandInControl, startVariant: StartVariant) => Promise<void>

/** More than a state takes on a machine with other work. */
const secondsForOne = 30

/**
 * Tests states by their names. A violation does not end the test of the other states.
 *
 * @param arrivesInPlace - whether nothing may move while the page of a state arrives.
 */
export function testStates(states: Record<string, State>, arrivesInPlace = (_state: string) => false): void {
  test.use({ viewport: { width: 320, height: 700 }, expectedErrors: [/status of (40[04]|429|502)/] })

  test('each state meets WCAG 2.2 AA, in light and dark, and fits 320 pixels', async ({
    page,
    context,
    app,
    control,
    startVariant,
  }) => {
    test.setTimeout(Object.keys(states).length * secondsForOne * 1000)
    await loadAxe(page)
    // All states use one page, because a new page would be a new process that compiles axe and the app's scripts
    // again.
    for (const [state, goThere] of Object.entries(states)) {
      await test.step(state, async () => {
        await goThere(page, app, control, startVariant)
        // Waits, because the title changes a moment after the page.
        await expect.soft
          .poll(() => headingsAndTitle(page), `${state}: headings and title`)
          .toMatch(new RegExp(`^1: (.* · )?(${brand.name}|${consoleBrand.consoleName})$`))
        expect.soft(await violationsOf(page), `${state}: rules broken`).toEqual([])
        expect.soft(await overflowOf(page), `${state}: pixels too wide`).toBe(0)
        if (arrivesInPlace(state)) expect.soft(await movesWhileArriving(page), `${state}: moves`).toEqual([])
      })
      await control.reset()
      await control.set({ connectUrl: `${app.origin}/connect` })
      await context.clearCookies()
    }
  })
}

/** Returns the number of main headings and the title. Locators would need Playwright's own script in each document. */
const headingsAndTitle = (page: Page) =>
  page.evaluate(() => {
    const headings = [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility())
    return `${headings.length}: ${document.title}`
  })

/** Returns the number of pixels by which a page is wider than its window. */
export const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
