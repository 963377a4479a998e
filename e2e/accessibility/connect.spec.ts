import { expect } from '../fixtures'
import { alertOf, arrive, holdForm, signIn, tryAgainButton, typeAndConnect } from '../steps'
import { installWallet } from '../wallet/install'
import { chooseWallet, openWallets, signAndBeRefused, signButton, stopWaiting, walletButton } from '../wallet/steps'
import { testStates } from './states'

/* Every page and state that a user can meet. */

testStates('the start page and signing in', {
  'the start page': async (page, app) => {
    await page.goto(app.origin)
  },
  'the sign-in page': async (page, app) => {
    await page.goto(`${app.origin}/signin`)
  },
  'a refused name': async (page, app) => {
    await page.goto(`${app.origin}/signin`)
    await page.getByRole('textbox', { name: 'Name' }).fill(' ')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(alertOf(page)).toBeVisible()
  },
  'a failed login': async (page, app) => {
    await page.goto(`${app.origin}/signin?error=OAuthCallback`)
    await expect(alertOf(page)).toBeVisible()
  },
  'signed in already': async (page, app) => {
    await signIn(page, app)
    await page.goto(`${app.origin}/signin`)
  },
  'an unknown page': async (page, app) => {
    await page.goto(`${app.origin}/no/such/page`)
  },
})

testStates('connecting', {
  'the confirm page': async (page, app, control) => {
    await signIn(page, app)
    await arrive(page, control)
  },
  'a refused address': async (page, app, control) => {
    await signIn(page, app)
    await arrive(page, control)
    await typeAndConnect(page, 'nonsense')
    await expect(alertOf(page)).toBeVisible()
  },
  connecting: async (page, app, control) => {
    await signIn(page, app)
    await arrive(page, control)
    await holdForm(page)
    await typeAndConnect(page)
    await expect(page.getByRole('button', { name: 'Connecting…' })).toBeVisible()
  },
  'refused by the service': async (page, app, control) => {
    await signIn(page, app)
    await arrive(page, control)
    await control.script('confirm', { status: 410, json: { error: 'Too late', reason: 'request_expired' } })
    await typeAndConnect(page)
    await expect(alertOf(page)).toBeFocused()
  },
  waiting: async (page, _app, control, startVariant) => {
    // An app of its own, since all of its users have to wait.
    const app = await startVariant({ SERVICE_DEADLINE_SECONDS: '5' })
    await control.set({ connectUrl: `${app.origin}/connect` })
    await signIn(page, app)
    await arrive(page, control)
    await control.script('confirm', { status: 429, headers: { 'Retry-After': '50' }, json: { error: 'Slow down' } })
    await typeAndConnect(page)
    await expect(page.getByRole('button', { name: /^Connect \(in/ })).toBeDisabled()
  },
  'nothing to connect': async (page, app) => {
    await signIn(page, app)
    await page.goto(`${app.origin}/connect/confirm`)
  },
  'two links': async (page, app, control) => {
    await signIn(page, app)
    await arrive(page, control)
    await page.goto((await control.pressConnect('bob')).link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which link is yours?')
  },
  'only the operator can help': async (page, app, control) => {
    await signIn(page, app)
    await arrive(page, control)
    await control.script('confirm', { status: 403, json: { error: 'No'.repeat(200) } })
    await typeAndConnect(page)
    await expect(tryAgainButton(page)).toBeVisible()
  },
  cancelled: async (page, app, control) => {
    await signIn(page, app)
    await arrive(page, control)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Cancelled.')).toBeVisible()
  },
  'a bad link': async (page, app) => {
    await page.goto(`${app.origin}/connect?request_id=1`)
  },
})

testStates(
  'wallets',
  {
    'the list of wallets': async (page, app, control) => {
      await installWallet(page)
      await signIn(page, app)
      await arrive(page, control)
      await openWallets(page)
      await expect(walletButton(page)).toBeVisible()
    },
    'waiting for a wallet': async (page, app, control) => {
      await installWallet(page, { onConnect: 'never answer' })
      await signIn(page, app)
      await arrive(page, control)
      await chooseWallet(page)
      await expect(stopWaiting(page)).toBeVisible()
    },
    'a connected wallet': async (page, app, control) => {
      await installWallet(page)
      await signIn(page, app)
      await arrive(page, control)
      await chooseWallet(page)
      await expect(signButton(page)).toBeVisible()
    },
    'a wallet that has signed': async (page, app, control) => {
      await installWallet(page)
      await signIn(page, app)
      await arrive(page, control)
      await chooseWallet(page)
      await signAndBeRefused(page, control)
    },
    'a wallet that has switched to another account': async (page, app, control) => {
      const wallet = await installWallet(page)
      await signIn(page, app)
      await arrive(page, control)
      await chooseWallet(page)
      await expect(signButton(page)).toBeVisible()
      await wallet.switchTo(1)
      await expect(alertOf(page)).toBeFocused()
    },
    'a signature that was declined': async (page, app, control) => {
      await installWallet(page, { onSign: 'decline' })
      await signIn(page, app)
      await arrive(page, control)
      await chooseWallet(page)
      await signButton(page).click()
      await expect(alertOf(page)).toBeFocused()
    },
  },
  { changesTab: true },
)
