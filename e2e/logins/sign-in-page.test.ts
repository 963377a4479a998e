import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  beginApp,
  enterHere,
  logIn,
  signInPageHere,
  signOutHere,
  signStaffOutHere,
  staffLoginAt,
} from './login-in-process'
import { beginSiteApp } from './own-site-login'
import { startScriptedProvider, type ScriptedProvider } from '../idp/scripted'

/* The sign-in page and its forms. components/signin/sign-in.test.ts tests what the page shows. */

let provider: ScriptedProvider
beforeEach(async () => {
  provider = await startScriptedProvider({ discovery: { end_session_endpoint: '{issuer}/end' } })
})
afterEach(() => provider.close())

/** Returns the page's links, the actions of its forms, and the names of its fields that people fill in. */
async function pageWith(query?: Record<string, string>) {
  const page = await signInPageHere(query)
  const values = (selector: string, name: string) =>
    page.querySelectorAll(selector).map((one) => one.getAttribute(name)?.replace('$ACTION_ID_', ''))
  const fields = values('input:not([type="hidden"]):not([name^="$"])', 'name')
  return { links: values('a', 'href'), actions: values('form [name^="$ACTION"]', 'name'), fields }
}

it('the sign-in page links to the sign-out of the login that the people have, after they have signed out here', async () => {
  beginApp(provider, { ...staffLoginAt(provider), CONSOLE_LOGIN_SIGN_OUT_URL: 'https://staff.example/out' })
  await logIn()
  expect(await signOutHere()).toBe('/signin?signedOut=1')
  expect((await pageWith({ signedOut: '1' })).links).toEqual([`${provider.issuer}/end?client_id=subnet-connect`])
  await logIn('/console')
  expect(await signStaffOutHere()).toBe('/signin?callbackUrl=%2Fconsole&signedOut=1')
  const ofStaff = { callbackUrl: '/console', signedOut: '1' }
  expect((await pageWith(ofStaff)).links).toEqual(['https://staff.example/out'])
  expect((await pageWith()).links).toEqual([])
  beginSiteApp({ LOGIN_SIGN_OUT_URL: 'https://www.example.com/out' })
  expect(await signOutHere()).toBe('/signin?signedOut=1')
  expect((await pageWith({ signedOut: '1' })).links).toEqual(['https://www.example.com/out'])
})

it('the sign-in page links a signed-in user to the page that needed a login, and signs out of the right session', async () => {
  beginApp(provider, { ...staffLoginAt(provider), CONSOLE_USERS: provider.sub })
  await logIn()
  await logIn('/console')
  for (const [callbackUrl, link, action] of [
    ['/connect/confirm?a=b', '/connect/confirm?a=b', 'signOut'],
    ['//evil.example', '/connect/confirm', 'signOut'],
    ['/console', '/console', 'signOutOfConsole'],
  ] as const) {
    expect(await pageWith({ callbackUrl }), callbackUrl).toEqual({ links: [link], actions: [action], fields: [] })
  }
})

it('the demo login is missing and refused when it is not configured, and refuses an invalid name', async () => {
  beginApp(provider)
  expect((await pageWith()).fields).toEqual([])
  expect(await enterHere('Eve', '/console')).toBe('/signin?callbackUrl=%2Fconsole&error=failed')
  beginApp(provider, { DEMO_LOGIN: '1' })
  expect((await pageWith()).fields).toEqual(['name'])
  expect(await enterHere('   ', '/console')).toBe('/signin?callbackUrl=%2Fconsole&error=name&name=+++')
  const page = await signInPageHere({ error: 'name', name: 'x'.repeat(81) })
  expect(page.querySelector('[name="name"]')?.getAttribute('value')).toBe('x'.repeat(81))
})

it('the button names the vendor of the users’ provider, and otherwise the site', async () => {
  const vendors = { discord: 'Discord', github: 'GitHub', twitch: 'Twitch', twitter: 'X' }
  for (const [LOGIN_PROVIDER, name] of Object.entries(vendors)) {
    beginApp(provider, { LOGIN_PROVIDER, ...staffLoginAt(provider) })
    const buttons = await Promise.all([{}, { callbackUrl: '/console' }].map(signInPageHere))
    expect(buttons.map((page) => page.querySelector('button')?.text)).toEqual([
      `Sign in with ${name}`,
      'Sign in with Subnet Connect',
    ])
  }
})
