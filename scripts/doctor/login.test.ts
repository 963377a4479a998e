import { createServer } from 'node:http'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { listen } from '../../e2e/harness/listen'
import { configWith } from '../../lib/config/test-support'
import { Deployment } from './deployment'
import { judgeSignIn, judgeStaffSignIn } from './login'

/* The doctor's verdicts on the sign-in pages of an imitated deployment. e2e/commands/doctor.spec.ts tests a real one. */

/** The HTML of every sign-in page. */
let page: string
/** The answer to the page's form. */
let pressed: { status?: number; location?: string }
let isPosted: boolean

const server = createServer(({ url = '', method }, response) => {
  const { pathname } = new URL(url, origin)
  if (pathname === '/connect/confirm') response.writeHead(303, { Location: '/signin' }).end()
  else if (pathname === '/login') response.end('<h1>Sign in</h1>')
  else if (pathname === '/signin' && method === 'GET') response.end(page)
  else if (pathname === '/signin') {
    isPosted = true
    response.writeHead(pressed.status ?? 303, { Location: pressed.location ?? '' }).end()
  } else response.writeHead(404).end()
})
const { port, close } = await listen(server)
const origin: string = `http://localhost:${port}`
afterAll(close)
beforeEach(() => {
  isPosted = false
})

const linkTo = (address: string) => `<a href="https://help.example">Help</a><a href="${address}">Sign in</a>`
const form = '<form><input type="hidden" name="provider" value="oidc"></form>'
const demoForm = '<form><input type="hidden" name="provider" value="demo"></form>'

/** Leads to a provider that sends people back to this path of the app, or of another origin. */
const toProvider = (callback: string, ownOrigin = origin) => ({
  location: `https://login.example/authorize?redirect_uri=${encodeURIComponent(`${ownOrigin}/api/auth/callback/${callback}`)}`,
})

const noProvider = { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }
const siteUrl = 'https://www.example.com/login?shop=1'
const ofSite = { ...noProvider, LOGIN_URL: siteUrl, LOGIN_SECRET: 's'.repeat(32) }
const ofGitHub = { ...noProvider, LOGIN_PROVIDER: 'github', LOGIN_CLIENT_ID: 'id', LOGIN_CLIENT_SECRET: 'secret' }

const judged = (variables?: Record<string, string>) =>
  judgeSignIn(new Deployment(new URL(origin)), variables && configWith(variables).login)

it.each([
  { leadsTo: 'GitHub', callback: 'github', variables: ofGitHub },
  { leadsTo: 'an OpenID provider', callback: 'oidc', variables: {} },
])('judgeSignIn posts the form and holds when it redirects to $leadsTo', async ({ callback, variables }) => {
  page = form
  pressed = toProvider(callback)
  const what = `Signing in leads to login.example, with the redirect URL ${origin}/api/auth/callback/${callback}.`
  for (const given of [undefined, variables]) expect(await judged(given)).toEqual({ state: 'holds', what, todo: null })
  expect(isPosted).toBe(true)
})

it('judgeSignIn holds when the page links to the own site, with and without the environment', async () => {
  const loginUrl = `${origin}/login?shop=1`
  page = linkTo(`${loginUrl}&amp;nonce=canary`)
  const right = { state: 'holds', what: `Signing in leads to ${origin}/login, with a nonce.`, todo: null }
  expect(await judged()).toEqual(right)
  expect(await judged({ ...ofSite, LOGIN_URL: loginUrl })).toEqual(right)
  expect(isPosted).toBe(false)
})

const siteLink = linkTo(`${siteUrl}&amp;nonce=canary`)
const startAgain = 'Start the deployment with the variables of this environment.'
const failedWith = (query: string) => ({ location: `/signin?${query}` })

interface Mistake {
  html?: string
  answer?: typeof pressed
  variables?: Record<string, string>
}

it.each<[string, Mistake, what: string, todo: string]>([
  [
    'an own site that does not answer',
    { html: linkTo(`${origin}/nowhere?nonce=canary`) },
    '/nowhere answers with 404.',
    'Check LOGIN_URL',
  ],
  [
    'a link with another query than LOGIN_URL',
    { html: linkTo('https://www.example.com/login?nonce=canary'), variables: ofSite },
    'which is not LOGIN_URL',
    'its query included',
  ],
  ['a proxy that changes the Origin of forms', { answer: { status: 500 } }, 'with 500', 'changes Origin'],
  [
    'a form that leads back to the sign-in page',
    { answer: failedWith('error=failed') },
    'it failed (failed)',
    'Try again in a minute.',
  ],
  [
    'an app that does not reach its provider',
    { answer: failedWith('error=unreachable&code=0A1B2C3D4E') },
    'leads back to the sign-in page: the provider does not answer the app.',
    "reach the provider, and check OIDC_ISSUER. The app's log says more, in the line with 0A1B2C3D4E.",
  ],
  [
    'another redirect URL',
    { answer: toProvider('github', 'https://other.example'), variables: ofGitHub },
    'to send people back to https://other.example/api/auth/callback/github.',
    'Set NEXTAUTH_URL',
  ],
  [
    'another provider than the environment',
    { answer: toProvider('discord'), variables: ofGitHub },
    'the login “discord”',
    startAgain,
  ],
  ['a provider instead of an own site', { variables: ofSite }, 'the login “oidc”', startAgain],
  ['an own site instead of a provider', { html: siteLink, variables: {} }, 'the login “site”', startAgain],
  ['a link without a nonce', { html: linkTo(siteUrl) }, 'offers no login.', 'npm run setup asks for it'],
  ['the demo login', { html: siteLink + demoForm }, 'The demo login is on', 'remove DEMO_LOGIN'],
])(
  'judgeSignIn finds %s, and quotes no nonce',
  async (_, { html = form, answer = toProvider('oidc'), variables }, what, todo) => {
    page = html
    pressed = answer
    const verdict = await judged(variables)
    expect(verdict).toEqual({
      state: 'wrong',
      what: expect.stringContaining(what),
      todo: expect.stringContaining(todo),
    })
    expect(JSON.stringify(verdict)).not.toContain('canary')
  },
)

const noStaffLogin = 'The running deployment has no separate login for staff.'

it.each([
  ['their provider', form, 'console', 'with the redirect URL', null],
  ["the users' provider", form, 'oidc', noStaffLogin, 'CONSOLE_OIDC_ variables'],
  ["the users' site", siteLink, 'site', noStaffLogin, 'CONSOLE_OIDC_ variables'],
  ['nowhere', demoForm, 'console', noStaffLogin, 'CONSOLE_OIDC_ variables'],
])('judgeStaffSignIn judges a page of the console that leads to %s', async (_, html, callback, what, todo) => {
  page = html
  pressed = toProvider(callback)
  const verdict = await judgeStaffSignIn(new Deployment(new URL(origin)))
  expect(verdict).toMatchObject({ state: todo ? 'wrong' : 'holds', what: expect.stringContaining(what) })
  expect(verdict.todo ?? '').toContain(todo ?? '')
})

it("judgeStaffSignIn names the staff's variable when the app does not reach their provider", async () => {
  page = form
  pressed = failedWith('callbackUrl=%2Fconsole&error=unreachable&code=0A1B2C3D4E')
  expect(await judgeStaffSignIn(new Deployment(new URL(origin)))).toMatchObject({
    state: 'wrong',
    todo: expect.stringMatching(/check CONSOLE_OIDC_ISSUER\..* in the line with 0A1B2C3D4E\.$/),
  })
})
