import { parse } from 'node-html-parser'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { englishTexts } from '@/lib/messages/test-support'
import type { SignInProblem } from '@/lib/auth/sign-in-query'
import { SignIn } from './sign-in'

const { t } = englishTexts()

const supportUrl = 'https://help.example/'
const signOutUrl = 'https://login.example/sign-out'

/** Renders the sign-in page of a deployment whose users sign in with GitHub. */
function pageWith(props: Partial<Parameters<typeof SignIn>[0]> = {}) {
  const markup = renderToStaticMarkup(
    createElement(SignIn, {
      t,
      purpose: 'connect',
      whoAsks: createElement('div', { id: 'who-asks' }),
      benefit: null,
      action: '$ACTION_ID_1',
      provider: 'GitHub',
      hasProvider: true,
      siteLink: null,
      isDemo: false,
      callbackUrl: '/connect/confirm',
      failure: null,
      supportUrl,
      isSignedOut: false,
      signOutUrl,
      refusedName: null,
      ...props,
    }),
  )
  const page = parse(markup)
  const texts = (selector: string) => page.querySelectorAll(selector).map(({ text }) => text)
  return {
    text: page.text,
    primary: texts('.button-primary'),
    secondary: texts('.button-secondary'),
    links: page.querySelectorAll('a').map((link) => link.getAttribute('href')),
    linksOfAlert: page.querySelectorAll('[role=alert] a').map((link) => link.getAttribute('href')),
    focused: page.querySelectorAll('[autofocus]').map((one) => one.getAttribute('name') ?? one.getAttribute('role')),
    showsWhoAsks: page.querySelector('#who-asks') !== null,
  }
}

const button = t.plain('signIn.provider.button', { provider: 'GitHub' })
const next = t.plain('signIn.next')
const failed = (problem: SignInProblem) => pageWith({ failure: { problem, code: 'ABC' } })

describe('SignIn', () => {
  it('names the service, and shows both parties, when the purpose is to connect', () => {
    const page = pageWith()
    expect(page.text).toContain('Then connect your wallet to Rewards.')
    expect([page.primary, page.secondary, page.showsWhoAsks]).toEqual([[button], [], true])
  })

  it.each([
    ['console', `${t.plain('signIn.title')}${t.plain('signIn.consoleText')}${button}`],
    ['other', `${t.plain('signIn.title')}${button}`],
  ] as const)('says no more than is needed, without the parties, when the purpose is %s', (purpose, text) => {
    const page = pageWith({ purpose })
    expect(page.text).toBe(text)
    expect([page.primary, page.showsWhoAsks]).toEqual([[button], false])
  })

  it('shows the brand’s benefit to users who come to sign in, and to nobody else', () => {
    const shows = (props: Parameters<typeof pageWith>[0]) =>
      pageWith({ benefit: 'Earn daily.', ...props }).text.includes('Earn')
    expect([shows({}), shows({ purpose: 'other' })]).toEqual([true, true])
    expect([shows({ purpose: 'console' }), shows({ isSignedOut: true })]).toEqual([false, false])
    expect(shows({ failure: { problem: 'failed', code: null } })).toBe(false)
  })

  it('has the focus in the name when that is the only way to sign in', () => {
    const focused = (props: Parameters<typeof pageWith>[0]) => pageWith({ isDemo: true, ...props }).focused
    expect(focused({ hasProvider: false })).toEqual(['name'])
    expect(focused({ hasProvider: true })).toEqual([])
    expect(focused({ hasProvider: false, siteLink: 'https://acme.example/' })).toEqual([])
    // The message is before the field, and the first one in a document takes the focus.
    expect(focused({ hasProvider: false, failure: { problem: 'failed', code: null } })).toEqual(['alert', 'name'])
    expect(focused({ hasProvider: true, refusedName: 'x' })).toEqual(['name'])
  })

  it('asks to sign in again when the user can solve the problem', () => {
    for (const problem of ['unfinished', 'unreachable', 'failed'] as const) {
      const page = failed(problem)
      expect([page.primary, page.secondary, page.showsWhoAsks], problem).toEqual([[button], [], true])
      expect(page.text).not.toContain(next)
      expect(page.linksOfAlert, problem).toEqual([supportUrl])
    }
  })

  it('asks to sign out of the provider first, if it has a page for that, when the account is not admitted', () => {
    const page = failed('not_admitted')
    expect([page.primary, page.secondary]).toEqual([[t.plain('signIn.signedOut.link')], [button]])
    expect([page.linksOfAlert, page.links]).toEqual([[supportUrl], [supportUrl, signOutUrl]])
    const other = pageWith({ failure: { problem: 'not_admitted', code: null }, signOutUrl: null })
    expect([other.primary, other.secondary]).toEqual([[button], []])
  })

  it('links to help first, if there is help, when only the operator can fix the login', () => {
    const page = failed('misconfigured')
    expect([page.primary, page.secondary]).toEqual([[t.plain('support.help')], [button]])
    expect(page.text).not.toContain(next)
    expect(page.linksOfAlert).toEqual([])
    const helpless = pageWith({ failure: { problem: 'misconfigured', code: null }, supportUrl: null })
    expect([helpless.primary, helpless.secondary]).toEqual([[], [button]])
  })

  it('has no primary button when the user must wait', () => {
    const page = failed('too_often')
    expect([page.primary, page.secondary]).toEqual([[], [button]])
  })

  it('shows no next step after signing out, and links to the provider’s sign-out if there is one', () => {
    const page = pageWith({ isSignedOut: true })
    expect(page.text).toContain(t.plain('signIn.signedOut.title'))
    expect(page.text).not.toContain(next)
    expect([page.primary, page.showsWhoAsks]).toEqual([[button], false])
    expect(page.links).toEqual([signOutUrl])
    expect(pageWith({ isSignedOut: true, signOutUrl: null }).links).toEqual([])
  })
})
