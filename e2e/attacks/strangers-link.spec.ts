import getPort from 'get-port'
import type { BrowserContext, Page, Request } from 'playwright/test'
import { t } from '../texts'
import { expect, test as base, waitForScript } from '../fixtures'
import { startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { startTlsProxy } from '../harness/tls-proxy'
import { startIdentityProvider } from '../idp/start'
import {
  addressField,
  alertOf,
  arrive,
  connectButton,
  expectConnected,
  expectNothingHeld,
  providerButton,
  typeAndConnect,
  walletAddress,
} from '../steps'

/*
 * A stranger presses Connect at the service with an account of their own, and has a user's browser open the
 * link: if the user confirmed it, the user's wallet would be connected to the stranger's account. The pages
 * here are of a neighbour: another host of the same site, with whatever it can do to this one.
 */

/** One for each test: nobody may press Connect often. */
const accounts = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`user${index}`, { sub: `user-${index}`, name: `User ${index}` }]),
)
let usersSoFar = 0

async function signIn(page: Page, app: App): Promise<void> {
  await page.goto(`${app.origin}/signin`)
  await providerButton(page).click()
  await page.getByRole('textbox', { name: 'Login' }).fill(`user${(usersSoFar += 1)}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${app.origin}/connect/confirm`)
}

const test = base.extend<object, { neighbour: string }>({
  neighbour: [async ({}, use) => use('https://neighbour.site.localhost'), { scope: 'worker' }],
  app: [
    async ({ standIn }, use) => {
      const port = await getPort()
      const proxy = await startTlsProxy(port)
      const origin = proxy.origin.replace('localhost', 'connect.site.localhost')
      const redirectUris = [`${origin}/api/auth/callback/oidc`]
      const provider = await startIdentityProvider({ redirectUris, accounts })
      const variables = {
        ...appVariables({ standIn, port }),
        NEXTAUTH_URL: origin,
        DEMO_LOGIN: '',
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
      }
      const app = await startApp({ port, origin, variables })
      await use(app)
      await app.close()
      await proxy.close()
      await provider.close()
    },
    { scope: 'worker' },
  ],
})

test.use({ ignoreHTTPSErrors: true })

/** Opens a page of the neighbour in another tab. */
async function openNeighbour(page: Page, neighbour: string, body: string): Promise<Page> {
  // The page comes from the test and has no network address. Chromium takes it for a public site, which needs a
  // permission to ask a server on loopback; a real neighbour's page needs none for this app's public address.
  await page.context().grantPermissions(['local-network-access'], { origin: neighbour })
  const tab = await page.context().newPage()
  await tab.route(`${neighbour}/**`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await tab.goto(`${neighbour}/`)
  return tab
}

/** Waits until the request for an address has its response, or the browser has refused that response to the page. */
function requestOver(context: BrowserContext, address: string): Promise<unknown> {
  const isOurs = (request: Request) => request.url() === address
  return Promise.race([context.waitForEvent('requestfinished', isOurs), context.waitForEvent('requestfailed', isOurs)])
}

const withoutNavigating = {
  'an image': (link: string) => `<img src="${link}">`,
  'a frame': (link: string) => `<iframe src="${link}"></iframe>`,
  'a frame without credentials': (link: string) => `<iframe credentialless src="${link}"></iframe>`,
  'an object': (link: string) => `<object data="${link}"></object>`,
  'a script': (link: string) => `<script src="${link}"></script>`,
  'a style sheet': (link: string) => `<link rel="stylesheet" href="${link}">`,
  'a prefetch': (link: string) => `<link rel="prefetch" href="${link}">`,
  'a request by script': (link: string) =>
    `<script>fetch(${JSON.stringify(link)}, { mode: 'no-cors', credentials: 'include' })</script>`,
}

for (const [what, bodyOf] of Object.entries(withoutNavigating)) {
  test(`${what} of a neighbour’s page holds nothing`, async ({ page, app, control, neighbour, expectedErrors }) => {
    // What the neighbour's page is told in its own console.
    expectedErrors.push(
      /responded with a status of (403|503)/,
      /violates .* "frame-ancestors 'none'"/,
      /^Refused to (execute script|apply style) from/,
    )
    await signIn(page, app)
    const own = await arrive(page, control)
    const { link } = await control.pressConnect('bob')
    const cookies = await page.context().cookies(app.origin)
    const over = requestOver(page.context(), link)
    const tab = await openNeighbour(page, neighbour, bodyOf(link))
    await over
    expect(await page.context().cookies(app.origin)).toEqual(cookies)
    await tab.close()

    await page.reload()
    await typeAndConnect(page)
    await expectConnected(page)
    expect(page.url()).toContain(own.request_id)
    expect(await control.connections()).toMatchObject([{ account: 'alice' }])
  })
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a link that a stranger opens does not take the place of the one that is open', async ({
      page,
      app,
      control,
    }) => {
      await signIn(page, app)
      const own = await arrive(page, control)
      await addressField(page).fill(walletAddress)
      const strangers = await control.pressConnect('bob')
      const tab = await page.context().newPage()
      await tab.goto(strangers.link)
      await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Which link is yours?')

      // The press in the first tab is for the link that its page shows.
      await connectButton(page).click()
      await expect(page).toHaveURL(/\/connect\/callback\?request_id=/)
      expect(page.url()).toContain(own.request_id)
      const confirmed = (await control.received('confirm')).map(({ body }) => JSON.parse(body ?? '') as object)
      expect(confirmed).toMatchObject([{ request_id: own.request_id }])

      // What is left needs a choice all the same.
      await tab.reload()
      await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Which link is yours?')
      await expect(tab.getByRole('main')).toContainText(t('whichLink.textOne'))
    })

    test('the user is asked which link is theirs, told when each came, and led to neither', async ({
      page,
      app,
      control,
    }) => {
      await signIn(page, app)
      const own = await arrive(page, control)
      // A refusal keeps what was entered, for this link alone.
      await control.script('confirm', { status: 200, text: '' })
      await typeAndConnect(page)
      await expect(alertOf(page)).toContainText(t('refused.title.answer_unreadable'))
      const strangers = await control.pressConnect('bob')
      await page.goto(strangers.link)

      const main = page.getByRole('main')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which link is yours?')
      await expect(main.getByRole('listitem')).toHaveCount(2)
      await expect(main.getByRole('listitem').nth(0)).toContainText(`Request ${strangers.request_id}`)
      await expect(main.getByRole('listitem').nth(1)).toContainText(`Request ${own.request_id}`)
      await expect(main.locator('time')).toHaveCount(2)
      await expect(main).toContainText(t('whichLink.warning'))
      await expect(main.getByRole('button', { name: 'is mine' })).toHaveText([
        'The newest link is mine',
        'The link before it is mine',
      ])
      await expect(page.getByRole('textbox')).toHaveCount(0)
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
      expect(await page.content()).not.toContain(strangers.nonce)

      await page.getByRole('button', { name: 'The link before it is mine' }).click()
      await expect(addressField(page)).toHaveValue('')
      await expect(page.locator('input[name=signature]')).toHaveValue('')
      await typeAndConnect(page)
      await expect(page).toHaveURL(/\/connect\/callback\?request_id=/)
      expect(page.url()).toContain(own.request_id)
    })

    test('Cancel sets both aside', async ({ page, app, control }) => {
      await signIn(page, app)
      await arrive(page, control)
      await page.goto((await control.pressConnect('bob')).link)
      await page.getByRole('button', { name: 'Cancel all of them' }).click()
      await expect(page.getByRole('main')).toContainText('Cancelled. Nothing was sent')
      await expectNothingHeld(page, app)
      expect(await control.received('confirm')).toEqual([])
    })

    test('whoever pressed Connect twice goes on with the newest link in one press', async ({ page, app, control }) => {
      await signIn(page, app)
      await arrive(page, control)
      const newest = await control.pressConnect()
      await page.goto(newest.link)
      await waitForScript(page)
      await page.getByRole('button', { name: 'The newest link is mine' }).click()
      await typeAndConnect(page)
      await expect(page).toHaveURL(/\/connect\/callback\?request_id=/)
      expect(page.url()).toContain(newest.request_id)
    })
  })
}

test('a neighbour cannot set a cookie for a link of its own', async ({ page, app, control, neighbour, context }) => {
  await signIn(page, app)
  await page.goto((await control.pressConnect('bob')).link)
  const cookie = (await context.cookies()).find(({ name }) => name.startsWith('__Host-connect-hold-'))
  await context.clearCookies({ name: cookie?.name ?? '' })
  const setCookie = `document.cookie = ${JSON.stringify(`${cookie?.name}=${cookie?.value}; Domain=site.localhost; Path=/; Secure`)}`
  await openNeighbour(page, neighbour, `<script>${setCookie}</script>`)
  await expectNothingHeld(page, app)
})
