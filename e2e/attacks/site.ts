import { test as base } from '../fixtures'
import { connectForm, hiddenFields } from '../harness/html'
import { walletAddress } from '../harness/people'
import type { Answer, RequestOptions, Visitor } from '../harness/visitor'
import type { Site } from './start-site'
import { standInControl, type StandInControl } from '../stand-in/control/client'

export { expect } from '../fixtures'
export { hiddenFields } from '../harness/html'
export { Visitor } from '../harness/visitor'
export { sealedSession, sessionCookie, type Login, type Site } from './start-site'

export const test = base.extend({
  // The base fixture would start another app for the links.
  control: async ({ standIn, site }, use) => {
    const control = standInControl(standIn.controlUrl)
    await control.reset()
    await control.set({ connectUrl: `${site.app.origin}/connect` })
    await use(control)
  },
})

/** Presses the sign-in page's button for the provider. */
export async function startLogin(visitor: Visitor, fields: Record<string, string> = {}): Promise<Answer> {
  const page = await visitor.send('/signin')
  const form = { ...hiddenFields(page.body, 'form:has([value="oidc"])'), ...fields }
  return visitor.send('/signin', { form })
}

/** Logs in as `ada` at the provider's page, and returns the URL with which the provider sends the browser back. */
export async function callbackOf(visitor: Visitor, loginUrl: string, { app }: Site): Promise<string> {
  const { url } = await visitor.follow(loginUrl)
  let answer = await visitor.send(url, {
    body: 'login=ada',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  while (!answer.location.startsWith(app.origin)) answer = await visitor.send(new URL(answer.location, url).href)
  return answer.location
}

/** Follows a new connect link to the page with the form. */
export async function openLink(visitor: Visitor, control: StandInControl): Promise<Answer> {
  return visitor.follow((await control.pressConnect()).link)
}

/** Presses Connect on a page, as the visitor who received it or as another visitor. */
export function pressConnect(
  visitor: Visitor,
  page: Answer,
  { form = {}, ...options }: RequestOptions = {},
): Promise<Answer> {
  const fields = hiddenFields(page.body, connectForm)
  return visitor.send('/connect/confirm', { form: { ...fields, wallet_address: walletAddress, ...form }, ...options })
}
