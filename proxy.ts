import { NextResponse, type NextRequest } from 'next/server'
import { authCookies } from '@/lib/auth/cookies'
import { beginHandOff, siteLinkHeader } from '@/lib/auth/hand-off-start'
import { mayOpenConsole } from '@/lib/auth/identity'
import { consolePeople, isConsolePath } from '@/lib/auth/people'
import { sessionIn, sessionUser } from '@/lib/auth/session'
import { config as deployment } from '@/lib/config'
import type { Refusal } from '@/lib/process/request-bounds'
import { consoleHeader, isPreviewFrame } from '@/lib/request/paths'
import { isStreamedPath, streamedCacheControl } from '@/lib/console/responses'
import {
  chooseLanguage,
  languageCookie,
  languageCookieName,
  languageHeader,
  pageHeader,
} from '@/lib/request/choose-language'
import { connectionAddressHeader } from '@/lib/request/client-address'
import { checkCookies } from '@/lib/request/cookie-check'
import { newNonce, securityHeaders } from '@/lib/request/security-headers'
import { senderOf } from '@/lib/request/sender'
import { previewLanguages, skin } from '@/lib/skin'
import { phoneBrowserOf } from '@/lib/wallets/browsers'

/**
 * Handles every request before Next looks up its page. It sets the security headers and the language, begins a login at
 * the operator's own site, and deletes invalid session cookies. `lib/process` handles what needs the connection.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { origin, host, isHttps, isDevelopment, isOnPlatform } = deployment().app
  const { pathname, searchParams } = request.nextUrl
  const isFrame = isPreviewFrame(pathname)
  const isAndroid = phoneBrowserOf(request.headers.get('user-agent'))?.system === 'Android'
  const security = securityHeaders({ nonce: newNonce(), isHttps, isDevelopment, isAndroid, isFrame })
  const consoleAnswer = await consoleAnswerTo(request)
  const refusal =
    refusalOfForm(request, origin) ?? (consoleAnswer === 'unknown' ? null : await refusalOfContent(request))
  if (refusal) return new NextResponse(`${refusal.text}\n`, { status: refusal.status, headers: security })
  const requestedLanguage = searchParams.get('lang')
  const language = chooseLanguage(
    {
      chosen: [requestedLanguage, request.cookies.get(languageCookieName)?.value],
      accepted: request.headers.get('accept-language'),
    },
    isFrame ? previewLanguages() : skin().languages,
  )

  const headers = new Headers(request.headers)
  headers.set('content-security-policy', security['Content-Security-Policy'] ?? '')
  // Server actions compare the browser's Origin with this host, regardless of the Host header of a reverse proxy.
  headers.set('x-forwarded-host', host)
  if (headers.get('origin') === 'null') headers.set('origin', origin)
  headers.set(languageHeader, language)
  const { search } = request.nextUrl
  // A page has it once for each language, so a long query is left out.
  headers.set(pageHeader, search.length < 512 ? pathname + search : pathname)
  headers.set(consoleHeader, isFrame && consoleAnswer !== 'unknown' ? 'frame' : consoleAnswer)
  // On a platform, only a client can have sent this header.
  if (isOnPlatform) headers.delete(connectionAddressHeader)

  const isSignIn = request.method === 'GET' && /^\/signin\/?$/.test(pathname)
  const handOff = isSignIn ? await beginHandOff(request.cookies, searchParams.get('callbackUrl')) : null
  headers.delete(siteLinkHeader)
  if (handOff) headers.set(siteLinkHeader, handOff.link)

  const check = checkCookies(request, headers, isHttps)

  const moved = consoleAnswer === 'unknown' ? undefined : movedTo(request)
  const response = moved ? NextResponse.redirect(new URL(moved, origin)) : NextResponse.next({ request: { headers } })
  for (const cookie of handOff?.cookies ?? []) response.cookies.set(cookie)
  if (check) response.cookies.set(check)
  for (const [name, value] of Object.entries(security)) response.headers.set(name, value)
  // The answer has a link with a nonce, and no form.
  if (pathname === '/connect/open') response.headers.set('Referrer-Policy', 'no-referrer')
  if (isStreamedPath(pathname)) response.headers.set('Cache-Control', streamedCacheControl)
  // A language in the preview is not the operator's own choice.
  if (requestedLanguage === language && !isFrame) response.cookies.set(languageCookie(language, isHttps))
  await deleteBadSession(request, response)
  return response
}

/** A bookmark can have the ID in its path. */
function movedTo({ nextUrl: { pathname, search } }: NextRequest): string | undefined {
  const [, list, id] =
    /^\/console\/(conversions|uploads|users)\/(?!(?:breakdowns|example|export|file|one)\/?$)([^/]+)\/?$/.exec(
      pathname,
    ) ?? []
  // In a query, these characters would not be a part of the ID.
  return id && `/console/${list}/one?id=${id.replaceAll(/[+&]/g, encodeURIComponent)}${search.replace('?', '&')}`
}

/**
 * A page of another site may have posted a form. Next would answer with 500 and write four lines to standard error.
 *
 * A page with `Referrer-Policy: no-referrer`, which some proxies add, posts with `Origin: null`. So does a frame with a
 * sandbox, but its requests are cross-site.
 */
function refusalOfForm({ method, headers, cookies, nextUrl }: NextRequest, origin: string): Refusal | null {
  // Next would forward an action to another page that has it, in a new request to this site. No form needs that.
  if (headers.has('x-action-forwarded')) return { status: 403, text: 'The form belongs to another page.' }
  const from = headers.get('origin')
  if (method !== 'POST' || from === null || from === origin) return null
  // The answer to a provider that posts here reads nothing of the form.
  if (nextUrl.pathname.startsWith('/api/auth/callback/')) return null
  if (from !== 'null') return { status: 403, text: 'The form belongs to another site.' }
  if (senderOf(headers) === 'same-origin' && cookies.size > 0) return null
  return {
    status: 403,
    text: 'The browser does not say which site the form belongs to. Open the page again in a current browser that keeps cookies. For the operator: a proxy changes Referrer-Policy; npm run doctor shows it.',
  }
}

/**
 * Next would answer 500 to a form that it cannot read, and to arguments that do not fit the action. Only the console's
 * pages send actions with Next's script, or with other arguments than the form.
 */
async function refusalOfContent(request: NextRequest): Promise<Refusal | null> {
  const { method, headers, nextUrl } = request
  if (method !== 'POST') return null
  const isConsole = isConsolePath(nextUrl.pathname)
  if (headers.has('next-action') && !isConsole) return { status: 400, text: 'The form belongs to another page.' }
  if (!/^multipart\/form-data\b/i.test(headers.get('content-type') ?? '')) return null
  const form = await request.formData().catch(() => null)
  if (!form) return { status: 400, text: 'The form cannot be read. Open the page again and repeat the step.' }
  const isPossible = [...form].every(
    ([name, value]) => typeof value === 'string' && (isConsole || possibleField.test(name)),
  )
  return isPossible ? null : { status: 400, text: 'The form has a field that no page of this site has.' }
}

/**
 * Returns the value of `consoleHeader`. A user who may not open the console gets the page of an unknown URL. So does a
 * visitor with another method than GET and HEAD. Every page, action and handler answers them with 404 too, but Next's
 * page for that is empty without scripts. Next also reads the arguments of an action before it can check the sender.
 */
async function consoleAnswerTo({ method, nextUrl, cookies }: NextRequest): Promise<'true' | 'false' | 'unknown'> {
  if (!isConsolePath(nextUrl.pathname)) return 'false'
  const user = (await sessionUser(cookies, consolePeople()))?.user ?? null
  if (mayOpenConsole(user)) return 'true'
  return user !== null || (method !== 'GET' && method !== 'HEAD') ? 'unknown' : 'false'
}

/** Of the names that Next and React use, only the one that `components/ui/native-form.tsx` writes. */
const possibleField = /^(?!\$ACTION_(?!ID_[0-9a-f]+$))/

/** Posts and the ends of logins may set a new session in the same response, so they delete a bad cookie themselves. */
async function deleteBadSession(request: NextRequest, response: NextResponse): Promise<void> {
  const endsLogin = /^\/(?:api\/|signin\/return\/?$)/.test(request.nextUrl.pathname)
  if (request.method !== 'GET' || endsLogin) return
  for (const people of ['users', 'staff'] as const) {
    const { name, options } = authCookies(people).sessionToken
    if (!request.cookies.has(name) || (await sessionIn(request.cookies, people))) continue
    response.cookies.set({ ...options, name, value: '', maxAge: 0 })
  }
}

/**
 * Next buffers the request body for a proxy and silently truncates it at 10 MB. So the route of uploads sets the
 * headers itself. So does the route of the QR code, whose security policy is stricter.
 */
export const config = {
  matcher: '/((?!_next/static/|skin/|favicon\\.ico$|connect/phone-code$|console/uploads/file$).*)',
}
