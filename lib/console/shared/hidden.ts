import 'server-only'
import type { IncomingMessage } from 'node:http'
import { parseCookie } from 'cookie'
import { mayOpenConsole } from '@/lib/auth/identity'
import { consolePeople } from '@/lib/auth/people'
import { sessionUser } from '@/lib/auth/session'

/** Paths without a page: exports, searches, uploads, the example file, and frames of the preview. */
const withoutPage = /\/(export|find|file|example|frame|document)\/?$/

/**
 * Checks whether the request is for a path of the console that its sender may not see. Such a path then looks like an
 * unknown one to everyone except operators and viewers. Only pages redirect a visitor without a session to the sign-in
 * page, so that an operator's bookmark works. They also do so for POST, because a session can end while a page is open.
 *
 * It does not check whether the user signed out of the session. Every page and handler of the console checks that
 * itself.
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
