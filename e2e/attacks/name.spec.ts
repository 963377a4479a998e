import { startScriptedProvider } from '../idp/scripted'
import { expect, test } from '../fixtures'
import { connectButton } from '../page-steps'
import { t } from '../texts'

test('a name of 5,000 letters and markup appears as text and fits a narrow screen', async ({
  page,
  startVariant,
  control,
}) => {
  const name = `<img src=x>${'W'.repeat(5000)}`
  const provider = await startScriptedProvider({ idToken: { profile: { name } }, userinfo: {} })
  const { issuer, clientId, clientSecret } = provider
  const oidc = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
  const app = await startVariant({ ...oidc, DEMO_LOGIN: '' })
  await control.set({ connectUrl: `${app.origin}/connect` })
  await page.setViewportSize({ width: 320, height: 640 })
  const shownName = page.getByRole('main').getByText('<img src=x>WWW')
  const expectWithinScreen = async (button: string) => {
    await expect(shownName).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    // The sides of the screen must not cut the name or the button either.
    const right = (box: { x: number; width: number } | null) => (box ? box.x + box.width : Infinity)
    expect(right(await shownName.boundingBox())).toBeLessThanOrEqual(320)
    expect(right(await page.getByRole('button', { name: button }).boundingBox())).toBeLessThanOrEqual(320)
  }

  await page.goto((await control.pressConnect()).link)
  await expect(connectButton(page)).toBeVisible()
  await expectWithinScreen(t('confirm.signOut'))
  await page.goto(`${app.origin}/signin`)
  await expectWithinScreen(t('signIn.signedIn.signOut'))
  await provider.close()
})
