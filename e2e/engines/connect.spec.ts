import { expect, test } from '../fixtures'
import { operatorName, walletAddress } from '../harness/people'
import type { StandInControl } from '../stand-in/control/client'
import { t } from '../texts'
import type { Engine } from './engine'
import { startFirefox } from './firefox'
import {
  button,
  openAs,
  expectComplete,
  expectFit,
  expectHeading,
  field,
  find,
  isShown,
  expectSoon,
  textOf,
} from './steps'
import { startWebKit } from './webkit'

/*
 * The connect flow in engines without Playwright, in a window as wide as the smallest phone. Engines can differ in the
 * cookies over redirects, the post of a real form and its redirect, the history, and the layout. The browser
 * tests in other folders run only in Chromium.
 */

const engines = { WebKit: startWebKit, Firefox: startFirefox }

const width = 320

for (const [name, start] of Object.entries(engines)) {
  test.describe(`in ${name}`, () => {
    // All tests share one browser, so they run one after another.
    test.describe.configure({ mode: 'default' })

    let engine: Engine
    test.beforeAll(async () => {
      engine = await start({ width, height: 640 })
    })
    test.afterAll(() => engine.close())
    test.afterEach(async ({}, testInfo) => {
      if (testInfo.status === testInfo.expectedStatus) return
      await testInfo.attach(name, { body: await engine.screenshot(), contentType: 'image/png' })
    })

    test('a link opens the form after the sign-in, and the form returns to the service', async ({ control, app }) => {
      await openAs(engine, app)
      const { link, nonce } = await control.pressConnect()
      await engine.open(link)
      await expectHeading(engine, t('signIn.title'))
      await engine.type(field('name'), 'Wanda')
      await engine.click(button(t('signIn.demo.button')))

      await expectHeading(engine, t('confirm.title'))
      expect(await engine.url()).toBe(`${app.origin}/connect/confirm`)
      expect(await engine.evaluate('document.documentElement.outerHTML')).not.toContain(nonce)
      expect(await textOf(engine, 'main')).toContain(`${t('confirm.signedInAs')} Wanda`)
      // This browser has no wallet, so the field is open and the list of wallets is hidden.
      expect(await engine.evaluate(isShown(`document.querySelector('ul[aria-label="${t('wallet.choose')}"]')`))).toBe(
        false,
      )
      expect(await engine.evaluate(isShown(`document.querySelector('[data-enter-address]')`))).toBe(false)

      await typeAndConnect(engine)
      await expectHeading(engine, 'Connected')
      expect(await control.connections()).toMatchObject([{ address: walletAddress, proven: false }])

      await engine.back()
      await expectHeading(engine, t('nothingToConnect.title'))
      expect(await control.received('confirm')).toHaveLength(1)
    })

    test('the redirect keeps semicolons, percent-encoding, a second fragment mark and UTF-8', async ({
      control,
      app,
      standIn,
    }) => {
      // No %7e and %2f before the fragment, because GTK's HTTP library requests ~ and %2F instead.
      const addressWith = (path: string, fragment: string) =>
        `/landing/a;b/%2F//${path}?c;d=;&x=%2B+&y=a+b%20c#one${fragment}#two%7e~+%20;ac={ac}`
      const arrives = addressWith('%C3%BC', '%E6%97%A5')
      await control.changeSuccess('confirm', { set: { return_url: `{origin}${addressWith('ü', '日')}` } })
      await openAs(engine, app, `${name}: redirected`)
      await arrive(engine, control)
      await typeAndConnect(engine)
      await expectSoon(async () => {
        const url = await engine.url()
        expect(url).toMatch(/ac=[\w-]{16,}$/)
        expect(url.replace(/ac=[\w-]+$/, 'ac={ac}')).toBe(standIn.origin + arrives)
      })
      const landed = (await control.received()).filter(({ path }) => path.startsWith('/landing'))
      expect(landed.map(({ target }) => target)).toEqual([arrives.split('#')[0]])
    })

    test('a refusal offers a remedy at the form, or a new link when only that helps', async ({ control, app }) => {
      await openAs(engine, app, `${name}: refused`)
      await arrive(engine, control)
      await typeAndConnect(engine, 'nonsense')
      await expectAlert(engine, t('walletAddressProblem.wrong_length'))
      await control.script('confirm', { status: 422, json: { error: 'Not on the curve', reason: 'invalid_address' } })
      await typeAndConnect(engine)
      await expectAlert(engine, t('refused.title.invalid_address'), 'Not on the curve')
      expect(await engine.evaluate(`${field('wallet_address')}.value`)).toBe(walletAddress)

      await control.script('confirm', { status: 410, json: { error: 'Too late', reason: 'request_expired' } })
      await engine.click(button(t('confirm.connect')))
      const isOver = async () => {
        await expectAlert(engine, t('refused.title.request_expired'), 'Too late')
        expect(await engine.evaluate(isShown(find('a', t('refused.profileLink'))))).toBe(true)
        expect(await engine.evaluate(isShown(field('wallet_address')))).toBe(false)
      }
      await isOver()
      await engine.reload()
      await isOver()
      expect(await control.received('confirm')).toHaveLength(2)
    })

    // Chromium keeps no page in its history here, so this test skips it. It uses https because WebKit keeps http pages.
    test('Back after a sign-out shows no page of the signed-out user', async ({ control, httpsApp: { origin } }) => {
      await control.set({ connectUrl: `${origin}/connect` })
      await engine.open(`${origin}/console/balances`)
      await engine.type(field('name'), operatorName)
      await engine.click(button(t('signIn.demo.button')))
      await expectHeading(engine, 'Balances')
      await arrive(engine, control)
      expect(await textOf(engine, 'main')).toContain(operatorName)
      await engine.click(button(t('confirm.signOut')))
      await expectLoaded(engine, `${origin}/signin`)

      for (const path of ['/connect/confirm', '/console/balances']) {
        await engine.back()
        await expectLoaded(engine, `${origin}/signin?callbackUrl=${encodeURIComponent(path)}`)
        await expectHeading(engine, t('signIn.title'))
        expect(await textOf(engine, 'body')).not.toContain(operatorName)
      }
    })
  })
}

/** Presses Connect at the service and follows the link to the form, as a signed-in user. */
async function arrive(engine: Engine, control: StandInControl): Promise<void> {
  await engine.open((await control.pressConnect()).link)
  await expectHeading(engine, t('confirm.title'))
}

/** Fills in the form when its script has started, and presses Connect. */
async function typeAndConnect(engine: Engine, address = walletAddress): Promise<void> {
  await expectSoon(async () => {
    expect(await engine.evaluate(`document.querySelector('main form[data-watched]') !== null`)).toBe(true)
    // The page may move the focus to its message at the same time.
    await engine.type(field('wallet_address'), address)
    expect(await engine.evaluate(`${field('wallet_address')}.value`)).toBe(address)
  })
  await engine.click(button(t('confirm.connect')))
}

/** Waits for the page at this URL. */
async function expectLoaded(engine: Engine, url: string): Promise<void> {
  await expectSoon(async () => {
    expect(await engine.url()).toBe(url)
    await expectComplete(engine)
  })
}

/** Waits until the page's message contains all of these texts, and expects the page to fit the window. */
async function expectAlert(engine: Engine, ...parts: string[]): Promise<void> {
  await expectSoon(async () => {
    const alert = await textOf(engine, 'main [role=alert]')
    for (const part of parts) expect(alert).toContain(part)
  })
  await expectFit(engine)
}
