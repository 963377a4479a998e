import 'server-only'
import type { IncomingMessage } from 'node:http'
import { parseCookie } from 'cookie'
import { mayOpenConsole } from '@/lib/auth/identity'
import { consolePeople } from '@/lib/auth/people'
import { sessionUser } from '@/lib/auth/session'

/** What answers without a page: exports, searches, uploads, the example file, and the frames of the preview. */
const withoutPage = /\/(export|find|file|example|frame|document)\/?$/

/**
 * Whether a request is for an address of the console that its sender may not know of: to everyone but operators and
 * viewers it is the same as any unknown one. Only the pages lead a person who is not signed in to the sign-in page, so
 * that an operator's bookmark works. They are posted to as well, where a session has ended behind an open page.
 *
 * Whether the session was signed out is not asked here: every page and handler of the console asks that itself.
 */
export async function isHiddenConsole({
  method = 'GET',
  url = '/',
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): Promise<boolean> {
  const path = decodeURIComponent(url.split('?', 1)[0] ?? url)
  if (!/^\/console(\/|$)/.test(path)) return false
  const cookies = Object.entries(parseCookie(headers.cookie ?? '')).map(([name, value = '']) => ({ name, value }))
  const signedIn = await sessionUser(cookies, consolePeople())
  if (signedIn) return !mayOpenConsole(signedIn.user)
  return withoutPage.test(path) || !['GET', 'HEAD', 'POST'].includes(method)
}
