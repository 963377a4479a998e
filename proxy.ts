import { NextResponse, type NextRequest } from 'next/server'
import { authCookies, isSessionCookie, sealedSession } from '@/lib/auth/cookies'
import { openSession } from '@/lib/auth/session'
import { config as appConfig } from '@/lib/config'
import { isPreviewFrame } from '@/lib/console/preview/frame-url'
import { isStreamedPath, streamedCacheControl } from '@/lib/console/shared/streamed-paths'
import { chooseLanguage } from '@/lib/messages/choose-language'
import { languageCookie, languageCookieName } from '@/lib/messages/language-cookie'
import { languageHeader } from '@/lib/messages/request'
import { contentSecurityPolicy, newNonce, securityHeaders } from '@/lib/security-headers'
import { isForOtherBuild } from '@/lib/server-actions'
import { skin } from '@/lib/skin'

/** Answers forms of pages of another build. */
const otherBuildPath = '/updated'

/**
 * Adds the security headers to every response except static files, chooses the language, deletes a session cookie that
 * is none, and leads the form of a page of another build to where it is answered.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { origin, host, isHttps, isDevelopment } = appConfig().app
  const nonce = newNonce()
  const isAndroid = /android/i.test(request.headers.get('user-agent') ?? '')
  const isFrame = isPreviewFrame(request.nextUrl.pathname)

  const headers = new Headers(request.headers)
  headers.set('Content-Security-Policy', contentSecurityPolicy({ nonce, isDevelopment, isAndroid, isFrame }))
  // Server actions compare the browser's Origin with this host. It is always the configured one, whatever
  // Host header a reverse proxy in front of the app sends.
  headers.set('x-forwarded-host', host)
  const languages = skin().languages
  const asked = request.nextUrl.searchParams.get('lang')
  const language = chooseLanguage(
    {
      chosen: [asked, request.cookies.get(languageCookieName)?.value],
      accepted: request.headers.get('accept-language'),
    },
    languages,
  )
  headers.set(languageHeader, language)

  const { pathname } = request.nextUrl
  // Not a rewrite: Next takes one for another site's where it listens on 127.0.0.1, and asks itself over HTTP, without
  // end. A browser posts the same form again to where a 307 leads.
  const response =
    pathname !== otherBuildPath && (await isForOtherBuild(request))
      ? NextResponse.redirect(`${origin}${otherBuildPath}?path=${encodeURIComponent(pathname)}`, 307)
      : NextResponse.next({ request: { headers } })
  for (const [name, value] of Object.entries(securityHeaders({ nonce, isHttps, isDevelopment, isAndroid, isFrame }))) {
    response.headers.set(name, value)
  }
  // The headers that are set here replace those of the route handler.
  if (isStreamedPath(request.nextUrl.pathname)) response.headers.set('Cache-Control', streamedCacheControl)
  // An operator who looks at other languages has not chosen one.
  if (asked === language && !isFrame) response.headers.append('Set-Cookie', languageCookie(language, isHttps))
  await deleteBadSession(request, response)
  return response
}

/**
 * Deletes session cookies that this app has not sealed, or that are over. Pages cannot delete cookies. Posts and the
 * login's callback, which may set a new session in the same response, delete a bad one themselves.
 */
async function deleteBadSession({ method, nextUrl, cookies }: NextRequest, response: NextResponse): Promise<void> {
  if (method !== 'GET' || nextUrl.pathname.startsWith('/api/')) return
  const { app, login } = appConfig()
  const ours = authCookies(app.isHttps)
  const sent = cookies.getAll().filter(({ name }) => isSessionCookie(name, ours))
  if (sent.length === 0 || (await openSession(sealedSession(sent, ours), login))) return
  for (const { name } of sent) response.cookies.set(name, '', { ...ours.sessionToken.options, maxAge: 0 })
}

/**
 * Uploads are excluded: Next buffers the request body for a proxy, and silently truncates it at 10 MB. The
 * upload's route handler adds the headers itself.
 */
export const config = { matcher: ['/((?!_next/static/|skin/|favicon\\.ico$|console/uploads/file$).*)'] }
