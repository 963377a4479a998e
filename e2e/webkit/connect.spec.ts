import { By, until, type WebDriver, type WebElement } from 'selenium-webdriver'
import { expect, test } from '../fixtures'
import type { App } from '../harness/app'
import { walletAddress } from '../harness/people'
import { startWebKit, type WebKit } from '../harness/webkit'
import { sessionOf } from '../sessions'
import type { StandInControl } from '../stand-in/control/client'
import { t } from '../texts'

/*
 * The connect flow in WebKit, which most phones run, in a window as wide as the smallest of them. What differs
 * between engines is here: cookies over redirects, a real form's post and the redirect after it, the history, and
 * the layout. All else is tested in Chromium.
 */

// One browser for all, one test after the other.
test.describe.configure({ mode: 'default' })

const width = 320
const waitMs = 15_000

let webKit: WebKit
let driver: WebDriver

test.beforeAll(async () => {
  webKit = await startWebKit({ width, height: 640 })
  driver = webKit.driver
})
test.afterAll(() => webKit.close())
test.beforeEach(() => driver.manage().deleteAllCookies())
test.afterEach(async ({}, testInfo) => {
  if (testInfo.status === testInfo.expectedStatus) return
  const body = Buffer.from(await driver.takeScreenshot(), 'base64')
  await testInfo.attach('webkit', { body, contentType: 'image/png' })
})

test('a link leads through the sign-in to the form, and the form back to the service', async ({ control, app }) => {
  const { link, nonce } = await control.pressConnect()
  await driver.get(link)
  await expectHeading(t('signIn.title'))
  await (await driver.findElement(By.name('name'))).sendKeys('Wanda')
  await (await button(t('signIn.demo.button'))).click()

  await expectHeading(t('confirm.title'))
  expect(await driver.getCurrentUrl()).toBe(`${app.origin}/connect/confirm`)
  expect(await driver.getPageSource()).not.toContain(nonce)
  expect(await text()).toContain(`${t('confirm.signedInAs')} Wanda`)
  // There is no wallet in this browser: the field is open, and no list of wallets is shown.
  expect(await isShown(By.css(`ul[aria-label="${t('wallet.choose')}"]`))).toBe(false)
  expect(await isShown(By.css('[data-enter-address]'))).toBe(false)

  await typeAndConnect()
  await expectHeading('Connected')
  expect(await control.connections()).toMatchObject([{ address: walletAddress, proven: false }])
  expect(await control.received('confirm')).toHaveLength(1)

  await driver.navigate().back()
  await expectHeading(t('nothingToConnect.title'))
  expect(await control.received('confirm')).toHaveLength(1)
})

for (const [what, address, arrives] of [
  ['semicolons and a second fragment mark', '/landing/a;b?c;d=;#one;two#ac={ac}'],
  // Neither %7e nor %2f before the fragment: GTK's library for HTTP asks for ~ and %2F instead.
  ['percent-encoding beside what it stands for', '/landing/%2F//?x=%2B+&y=a+b%20c#%7e~+%20ac={ac}'],
  ['what is not ASCII, as UTF-8', '/landing/ü?q=ü#日本;ac={ac}', '/landing/%C3%BC?q=%C3%BC#%E6%97%A5%E6%9C%AC;ac={ac}'],
] as const) {
  test(`the redirect keeps ${what}`, async ({ control, app, standIn }) => {
    await control.changeSuccess('confirm', { set: { return_url: `{origin}${address}` } })
    await arrive(app, control, what)
    await typeAndConnect()
    await driver.wait(until.urlContains('/landing/'), waitMs)
    const shown = await driver.getCurrentUrl()
    expect(shown).toMatch(/ac=[\w-]{16,}$/)
    expect(shown.replace(/ac=[\w-]+$/, 'ac={ac}')).toBe(standIn.origin + (arrives ?? address))
    const landed = (await control.received()).filter(({ path }) => path.startsWith('/landing'))
    expect(landed.map(({ target }) => target)).toEqual([(arrives ?? address).split('#')[0]])
  })
}

test('a refusal says what to do: at the form, or by a new link where only that helps', async ({ control, app }) => {
  await arrive(app, control, 'Willem')
  await typeAndConnect('nonsense')
  await expectAlert(t('walletAddressProblem.wrong_length'))
  await control.script('confirm', { status: 422, json: { error: 'Not on the curve', reason: 'invalid_address' } })
  await typeAndConnect()
  await expectAlert(t('refused.title.invalid_address'), 'Not on the curve')
  expect(await (await field()).getAttribute('value')).toBe(walletAddress)

  await control.script('confirm', { status: 410, json: { error: 'Too late', reason: 'request_expired' } })
  await (await button(t('confirm.connect'))).click()
  const isOver = async () => {
    await expectAlert(t('refused.title.request_expired'), 'Too late', t('refused.remedy.press_connect_again'))
    expect(await isShown(By.linkText(t('refused.profileLink')))).toBe(true)
    expect(await isShown(By.css('form [name=wallet_address]'))).toBe(false)
  }
  await isOver()
  await driver.navigate().refresh()
  await isOver()
  expect(await control.received('confirm')).toHaveLength(2)
})

/** Presses Connect at the service, signed in as somebody, and follows the link to the form. */
async function arrive(app: App, control: StandInControl, name: string): Promise<void> {
  // A cookie can be set for the page's own site alone.
  await driver.get(`${app.origin}/icon.svg`)
  for (const cookie of await sessionOf(app, name)) {
    await driver.manage().addCookie({ ...cookie, path: '/', httpOnly: true, sameSite: 'Lax' })
  }
  await driver.get((await control.pressConnect()).link)
  await expectHeading(t('confirm.title'))
}

/** Fills in the form once its script watches it, and presses Connect. */
async function typeAndConnect(address = walletAddress): Promise<void> {
  await driver.wait(until.elementLocated(By.css('main form[data-watched]')), waitMs)
  const typed = await field()
  await typed.clear()
  await typed.sendKeys(address)
  await (await button(t('confirm.connect'))).click()
}

const field = () => driver.findElement(By.css('form [name=wallet_address]'))

const button = (name: string): Promise<WebElement> =>
  Promise.resolve(driver.findElement(By.xpath(`//main//button[normalize-space()="${name}"]`)))

const text = async () => (await driver.findElement(By.css('main'))).getText()

async function isShown(locator: By): Promise<boolean> {
  const [element] = await driver.findElements(locator)
  return element !== undefined && (await element.isDisplayed())
}

/** Waits for the page with this title, which must fit the window. */
async function expectHeading(title: string): Promise<void> {
  await driver.wait(until.elementLocated(By.xpath(`//h1[normalize-space()="${title}"]`)), waitMs)
  await expectFit()
}

/** Waits for the page's message to say all of this, which must fit the window. */
async function expectAlert(...parts: string[]): Promise<void> {
  const says = async () => {
    const found = await driver.findElements(By.css('main [role=alert]'))
    return (await Promise.all(found.map((one) => one.getText()))).join('\n')
  }
  await expect.poll(says).toContain(parts[0])
  for (const part of parts) expect(await says()).toContain(part)
  await expectFit()
}

async function expectFit(): Promise<void> {
  expect(await driver.executeScript('return [innerWidth, document.documentElement.scrollWidth]')).toEqual([
    width,
    width,
  ])
}
