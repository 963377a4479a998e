import { smallCsv, uploadsPath } from '../console/steps'
import { expect, test } from '../fixtures'
import { startHostilePage } from '../harness/hostile-page'
import { operatorName, walletAddress } from '../harness/people'
import { visitorAs } from '../sessions'
import { arrive, expectBackAtService, signIn, typeAndConnect } from '../steps'
import { consoleT, t } from '../texts'
import { iPhone } from '../wallet/steps'
import { DeepLinkApp } from '../wallet/deep-link-app'
import type { Engine, Size } from './engine'
import { startFirefox } from './firefox'
import {
  button,
  enterAddress,
  expectComplete,
  expectFit,
  expectHeading,
  expectSoon,
  field,
  find,
  isShown,
  openSignedOut,
  textOf,
} from './steps'
import { startWebKit } from './webkit'

/*
 * The connect flow in engines without Playwright, in a window as wide as the smallest phone. Engines can differ in the
 * cookies over redirects, the post of a real form and its redirect, the history, and the layout. The browser tests in
 * other folders run only in Chromium. WebKit has the `User-Agent` of an iPhone, where every browser is WebKit.
 */

const engines = {
  WebKit: { isPhone: true, start: (size: Size) => startWebKit(size, iPhone) },
  Firefox: { isPhone: false, start: startFirefox },
}

for (const [name, { isPhone, start }] of Object.entries(engines)) {
  test.describe(`in ${name}`, () => {
    let engine: Engine
    test.beforeAll(async () => {
      engine = await start({ width: 320, height: 640 })
    })
    test.afterAll(() => engine.close())
    test.afterEach(async ({}, testInfo) => {
      if (testInfo.status === testInfo.expectedStatus) return
      await testInfo.attach(name, { body: await engine.screenshot(), contentType: 'image/png' })
    })

    test('a link opens the form after the sign-in, and the form shows a refusal and goes to the whole return URL', async ({
      control,
      app,
      standIn,
    }) => {
      await test.step('the form after the sign-in', async () => {
        const user = `Wanda with ${name}`
        await openSignedOut(engine, app.origin)
        const { link, nonce } = await control.pressConnect()
        await engine.open(link)
        await expectHeading(engine, t('signIn.title'))
        await engine.type(field('name'), user)
        await engine.click(button(t('signIn.demo.button')))
        await expectHeading(engine, t('confirm.title'))
        expect(await engine.url()).toBe(`${app.origin}/connect/confirm`)
        expect(await engine.evaluate('document.documentElement.outerHTML')).not.toContain(nonce)
        expect(await textOf(engine, 'header')).toContain(user)
        // Without a wallet, only a phone shows wallets, which are apps. Elsewhere the row for an address is unfolded.
        const list = `document.querySelector('ul[aria-label="${t('wallet.choose')}"]')`
        expect(await engine.evaluate(isShown(list))).toBe(isPhone)
        expect(await engine.evaluate(isShown(enterAddress))).toBe(!isPhone)
      })
      await test.step('a refusal offers a remedy at the form, also after a reload, which sends nothing', async () => {
        await typeAndConnect(engine, 'nonsense')
        await expectAlert(engine, t('walletAddressProblem.wrong_length'))
        await control.script('confirm', { status: 422, json: { error: 'Not on the curve', reason: 'invalid_address' } })
        await typeAndConnect(engine)
        const expectRefusal = async () => {
          await expectAlert(engine, t('refused.title.invalid_address'), 'Not on the curve')
          expect(await engine.evaluate(`${field('wallet_address')}.value`)).toBe(walletAddress)
        }
        await expectRefusal()
        await engine.reload()
        await expectRefusal()
        expect(await control.received('confirm')).toHaveLength(1)
      })
      await test.step('the redirect keeps semicolons, percent-encoding, a second fragment mark and UTF-8', async () => {
        // No %7e and %2f before the fragment, because GTK's HTTP library requests ~ and %2F instead.
        const addressWith = (path: string, fragment: string) =>
          `/landing/a;b/%2F//${path}?c;d=;&x=%2B+&y=a+b%20c#one${fragment}#two%7e~+%20;ac={ac}`
        const arrives = addressWith('%C3%BC', '%E6%97%A5')
        await control.changeSuccess('confirm', { set: { return_url: `{origin}${addressWith('ü', '日')}` } })
        await typeAndConnect(engine, null)
        await expectSoon(async () => {
          const url = await engine.url()
          expect(url).toMatch(/ac=[\w-]{16,}$/)
          expect(url.replace(/ac=[\w-]+$/, 'ac={ac}')).toBe(standIn.origin + arrives)
          await expectComplete(engine)
        })
        const landed = (await control.received()).filter(({ path }) => path.startsWith('/landing'))
        expect(landed.map(({ target }) => target)).toEqual([arrives.split('#')[0]])
      })
      await test.step('Back shows that the user is done, and sends nothing', async () => {
        await engine.back()
        await expectHeading(engine, t('nothingToConnect.done'))
        expect(await control.received('confirm')).toHaveLength(2)
      })
    })

    if (isPhone) {
      // No app opens here. The test calls the stand-in of the app, and opens the link that the app would open.
      test('a wallet app leads from the arrival to the return URL without another sign-in', async ({
        control,
        app,
      }) => {
        const hrefOf = async (text: string) => String(await engine.evaluate(`${find('main a', text)}.href`))
        const wallet = new DeepLinkApp()
        await signIn(engine, app, `${name}: wallet app`)
        await arrive(engine, control)
        await engine.open(wallet.approve(await hrefOf('Phantom')))
        await expectHeading(engine, t('confirm.title'))
        expect(await engine.url()).toBe(`${app.origin}/connect/confirm`)
        await engine.open(wallet.approve(await hrefOf(t('confirm.signAndConnect'))))
        await expectHeading(engine, 'Connected')
        await expectBackAtService(engine)
        expect(await control.connections()).toMatchObject([{ address: wallet.account.address, proven: true }])
      })
    }

    // Engines differ in the streams of files.
    test('a file is checked and sent', async ({ control, app }) => {
      await signIn(engine, app, operatorName)
      await engine.open(app.origin + uploadsPath)
      await engine.evaluate(`(() => {
        const chosen = new DataTransfer()
        chosen.items.add(new File([${JSON.stringify(smallCsv())}], 'runs.csv'))
        const field = document.querySelector('main input[type=file]')
        field.files = chosen.files
        field.dispatchEvent(new Event('change', { bubbles: true }))
        return true
      })()`)
      const expectText = (text: string) => expectSoon(async () => expect(await textOf(engine, 'main')).toContain(text))
      await expectText(consoleT('uploads.form.check.sound', { count: 2 }))
      await expectFit(engine)
      await engine.click(button(consoleT('uploads.form.upload')))
      await expectText(consoleT('uploads.form.outcomes.taken.title', { queued: 2, failed: 0 }))
      expect(await control.uploads()).toHaveLength(1)
    })

    // e2e/attacks/wall.spec.ts tests the same in Chromium.
    test('a link of another site to the console looks nothing up after Back and forward', async ({ app }) => {
      const link = `${app.origin}/console/users/one?id=mallory-in-${name}`
      const expectNothingLookedUp = () =>
        expectSoon(async () => {
          expect(await engine.url()).toContain(link)
          expect(await textOf(engine, 'main')).toContain(consoleT('shared.lookUp.notStarted'))
        })
      await signIn(engine, app, operatorName)
      const hostile = await startHostilePage(link)
      try {
        await engine.open(hostile.url)
        await engine.click(find('a', 'Read on'))
        await expectNothingLookedUp()
        // The page leaves at once, so the browser may never say that it is there.
        engine.back().catch(() => {})
        await expectSoon(async () => expect(hostile.returns()).toBe(1))
        await expectNothingLookedUp()
        const { body } = await (await visitorAs(app, operatorName)).send('/console/audit/export')
        expect(body).not.toContain(`mallory-in-${name}`)
        // While the page loads, the link can move away from the pointer.
        await expectSoon(async () => {
          await engine.click(find('main a', consoleT('shared.lookUp.start')))
          await expect(async () => expect(await engine.url()).toBe(link)).toPass({ timeout: 3000 })
        })
      } finally {
        await hostile.close()
      }
    })

    // Chromium keeps no page in its history here, so this test skips it. It uses https because WebKit keeps http pages,
    // and comes last because the browser then uses https for every page of this host.
    test('Back after a sign-out shows no page of the signed-out user', async ({ control, httpsApp: { origin } }) => {
      await control.set({ connectUrl: `${origin}/connect` })
      await engine.open(`${origin}/console/balances`)
      await engine.type(field('name'), operatorName)
      await engine.click(button(t('signIn.demo.button')))
      await expectHeading(engine, 'Balances')
      await arrive(engine, control)
      expect(await textOf(engine, 'header')).toContain(operatorName)
      await engine.click(find('header button', t('confirm.signOut')))
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
