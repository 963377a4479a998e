import { expect, test } from '../fixtures'
import { t } from '../texts'
import { iPhone } from '../wallet/app-steps'
import { DeepLinkApp } from '../wallet/deep-link-app'
import { button, openAs, expectHeading, field, find, expectSoon } from './steps'
import { startWebKit } from './webkit'

/*
 * Tests a wallet app with an iPhone's `User-Agent` in WebKit, the engine of every browser on an iPhone. No app opens
 * here. The test reads the URL of a link, calls the stand-in of the app, and opens the link that the app would open.
 */

for (const runsScripts of [true, false]) {
  test(`in WebKit ${runsScripts ? 'with' : 'without'} scripts, a wallet app leads from the arrival to the return URL with one sign-in`, async ({
    control,
    app,
  }) => {
    const engine = await startWebKit({ width: 390, height: 800 }, { userAgent: iPhone, runsScripts })
    try {
      const hrefOf = async (text: string) => String(await engine.evaluate(`${find('main a', text)}.href`))
      await openAs(engine, app)
      const wallet = new DeepLinkApp()
      const { link, nonce, request_id } = await control.pressConnect()
      await engine.open(link)
      await expectHeading(engine, t('signIn.title'))
      await engine.type(field('name'), `Wanda with a phone ${runsScripts}`)
      await engine.click(button(t('signIn.demo.button')))
      await expectHeading(engine, t('confirm.title'))
      // The page's inline scripts define this during parsing.
      expect(await engine.evaluate(`'__next_f' in window`)).toBe(runsScripts)

      await engine.open(wallet.approve(await hrefOf('Phantom')))
      await expectHeading(engine, t('confirm.title'))
      expect(await engine.url()).toBe(`${app.origin}/connect/confirm`)
      const page = String(await engine.evaluate('document.documentElement.outerHTML'))
      expect(page).toContain(wallet.account.address)
      expect(page).not.toContain(nonce)

      await engine.open(wallet.approve(await hrefOf(t('confirm.signAndConnect'))))
      await expectSoon(async () => expect(await engine.url()).toContain(`/connect/callback?request_id=${request_id}`))
      expect(wallet.asked).toEqual([{ message: `service-connect:${request_id}:${nonce}`, display: 'utf8' }])
      const calls = (await control.received('confirm')).map(({ body }) => JSON.parse(body ?? '') as object)
      expect(calls).toMatchObject([{ wallet_address: wallet.account.address, signature: expect.any(String) }])
    } finally {
      await engine.close()
    }
  })
}
