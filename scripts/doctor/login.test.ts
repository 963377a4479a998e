import { createServer } from 'node:http'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { appVariables } from '../../e2e/harness/app-variables'
import { listen } from '../../e2e/harness/listen'
import { parseConfig } from '../../lib/config'
import { Deployment } from './deployment'
import { judgeSignIn, judgeStaffSignIn } from './login'

/* The doctor's verdicts on the sign-in pages of an imitated deployment. e2e/commands/doctor.spec.ts tests a real one. */

let origin: string
/** The HTML of the sign-in page, by its `callbackUrl`. */
let pages: Record<string, string>
/** The URL to which the page's form redirects. */
let location: string
let isPosted: boolean

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', origin)
  const redirect = (to: string) => response.writeHead(303, { Location: to }).end()
  if (url.pathname === '/connect/confirm') redirect('/signin?callbackUrl=%2Fconnect%2Fconfirm')
  else if (url.pathname === '/login') response.end('<h1>Sign in</h1>')
  else if (url.pathname === '/authorize') {
    const isRegistered = url.searchParams.get('redirect_uri')?.startsWith(`${origin}/api/auth/callback/`)
    response.writeHead(isRegistered && !url.searchParams.has('client_id') ? 200 : 400).end('<h1>Sign in</h1>')
  } else if (url.pathname === '/signin' && request.method === 'GET') {
    response.end(pages[url.searchParams.get('callbackUrl') ?? ''])
  } else if (url.pathname === '/signin') {
    isPosted = true
    redirect(location)
  } else response.writeHead(404).end()
})
beforeAll(async () => {
  const { port, close } = await listen(server)
  origin = `http://localhost:${port}`
  return close
})
beforeEach(() => {
  pages = { '/connect/confirm': form }
  isPosted = false
})

const linkTo = (address: string) => `<a href="https://help.example">Help</a><a href="${address}">Sign in</a>`
const form = '<form><input type="hidden" name="provider" value="oidc"></form>'
const demoForm = '<form><input type="hidden" name="provider" value="demo"></form>'

/** Returns the URL of a sign-in at a provider on another host. It sends people back to this path of the app. */
function authorization(callback: string): string {
  const address = new URL('/authorize', origin.replace('localhost', '127.0.0.1'))
  address.searchParams.set('redirect_uri', `${origin}/api/auth/callback/${callback}`)
  return address.href
}

/** Returns the login of an environment with these variables. */
function loginWith(variables: Record<string, string>) {
  const standIn = { baseUrl: origin, subnetId: '0'.repeat(26), apiKey: 'key', profileUrl: origin }
  const parsed = parseConfig({ ...appVariables({ standIn, port: 3000 }), DEMO_LOGIN: '', ...variables })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.config.login
}

const ofSite = { LOGIN_URL: 'https://www.example.com/login?shop=1', LOGIN_SECRET: 's'.repeat(32) }
const ofGitHub = { LOGIN_PROVIDER: 'github', LOGIN_CLIENT_ID: 'id', LOGIN_CLIENT_SECRET: 'secret' }
const ofProvider = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }

const siteLink = linkTo(`${ofSite.LOGIN_URL}&amp;nonce=canary`)

const judged = (variables?: Record<string, string>) =>
  judgeSignIn(new Deployment(new URL(origin)), variables && loginWith(variables))

describe('judgeSignIn', () => {
  it('holds when the page links to the own site, with and without the environment', async () => {
    const loginUrl = `${origin}/login?shop=1`
    pages = { '/connect/confirm': linkTo(`${loginUrl}&amp;nonce=canary`) }
    const right = { state: 'holds', what: `Signing in leads to ${origin}/login, with a nonce.`, todo: null }
    expect(await judged()).toEqual(right)
    expect(await judged({ ...ofSite, LOGIN_URL: loginUrl })).toEqual(right)
    expect(isPosted).toBe(false)
  })

  it('is wrong without the environment when the own site does not answer', async () => {
    pages = { '/connect/confirm': linkTo(`${origin}/nowhere?nonce=canary`) }
    expect(await judged()).toMatchObject({ state: 'wrong', what: `${origin}/nowhere answers with 404.` })
  })

  it('is wrong, and quotes no nonce, when the link has another query than LOGIN_URL', async () => {
    pages = { '/connect/confirm': linkTo('https://www.example.com/login?nonce=canary') }
    const verdict = await judged(ofSite)
    expect(verdict).toMatchObject({
      state: 'wrong',
      what: expect.stringContaining('which is not LOGIN_URL'),
      todo: expect.stringContaining('its query included'),
    })
    expect(JSON.stringify(verdict)).not.toContain('canary')
  })

  it("names the users' variable and the line of the log when the form leads back to the sign-in page", async () => {
    location = '/signin?error=failed'
    expect(await judged()).toMatchObject({ state: 'wrong', what: expect.stringContaining('it failed (failed)') })
    location = '/signin?callbackUrl=%2Fconnect%2Fconfirm&error=unreachable&code=0A1B2C3D4E'
    expect(await judged()).toEqual({
      state: 'wrong',
      what: 'Signing in leads back to the sign-in page: the provider does not answer the app.',
      todo: "Let its server reach the provider, and check OIDC_ISSUER. The app's log says more, in the line with 0A1B2C3D4E.",
    })
  })

  it.each([
    { callback: 'github', variables: ofGitHub, what: 'with the redirect address URL' },
    { callback: 'oidc', variables: ofProvider, what: 'which takes URL' },
  ])(
    'posts the form and holds, with and without the environment, when it redirects to $callback',
    async ({ callback, variables, what }) => {
      location = authorization(callback)
      const expected = what.replace('URL', `${origin}/api/auth/callback/${callback}.`)
      for (const given of [undefined, variables]) {
        expect(await judged(given)).toMatchObject({ state: 'holds', what: expect.stringContaining(expected) })
      }
      expect(isPosted).toBe(true)
    },
  )

  it('is wrong when the request has another redirect URL', async () => {
    location = authorization('github').replace('localhost', 'other.example')
    expect(await judged(ofGitHub)).toMatchObject({ state: 'wrong', todo: expect.stringContaining('Set NEXTAUTH_URL') })
  })

  it.each([
    { has: 'another provider', page: form, callback: 'discord', variables: ofGitHub, what: '“discord”' },
    { has: 'an OpenID provider', page: form, callback: 'oidc', variables: ofSite, what: '“oidc”' },
    { has: 'an own site', page: siteLink, callback: 'oidc', variables: ofProvider, what: '“site”' },
  ])(
    'is wrong when the deployment has $has and the environment has another login',
    async ({ page, callback, ...given }) => {
      pages = { '/connect/confirm': page }
      location = authorization(callback)
      expect(await judged(given.variables)).toMatchObject({
        state: 'wrong',
        what: expect.stringContaining(`Signing in begins the login ${given.what}`),
      })
    },
  )

  it.each([
    ['', 'The sign-in page offers no login.'],
    [siteLink + demoForm, 'The demo login is on'],
    [linkTo('https://www.example.com/login'), 'The sign-in page offers no login.'],
  ])('is wrong when the page has %j', async (page, what) => {
    pages = { '/connect/confirm': page }
    expect(await judged()).toMatchObject({ state: 'wrong', what: expect.stringContaining(what) })
  })
})

describe('judgeStaffSignIn', () => {
  const judgedOfStaff = () => judgeStaffSignIn(new Deployment(new URL(origin)))

  it.each([
    { leadsTo: "the users' provider", page: form, callback: 'oidc' },
    { leadsTo: "the users' site", page: siteLink, callback: 'site' },
    { leadsTo: 'nowhere', page: demoForm, callback: 'console' },
  ])("is wrong when the console's sign-in page leads to $leadsTo", async ({ page, callback }) => {
    pages = { '/console': page }
    location = authorization(callback)
    expect(await judgedOfStaff()).toMatchObject({
      state: 'wrong',
      what: 'The running deployment has no separate login for staff.',
      todo: expect.stringContaining('CONSOLE_OIDC_ variables'),
    })
  })

  it("names the staff's variable when the app does not reach their provider", async () => {
    pages = { '/console': form }
    location = '/signin?callbackUrl=%2Fconsole&error=unreachable&code=0A1B2C3D4E'
    expect(await judgedOfStaff()).toMatchObject({
      state: 'wrong',
      todo: expect.stringMatching(/check CONSOLE_OIDC_ISSUER\..* in the line with 0A1B2C3D4E\.$/),
    })
  })
})
