import 'server-only'
import { authCookies, isSessionCookie, sealedSession } from './auth/cookies'
import { config } from './config'
import { isPreviewFrame } from './console/preview/frame-url'
import { uploadPath } from './console/uploads/protocol'
import { isStreamedPath, streamedCacheControl } from './console/shared/streamed-paths'
import { chooseLanguage, languageHeader } from './request/choose-language'
import { languageCookie, languageCookieName } from './request/language-cookie'
import { newNonce, securityHeaders } from './request/security-headers'
import { isForOtherBuild } from './server-actions'
import { setCookie } from './request/set-cookie'
import { skin } from './skin'

/*
 * What is done with a request before Next looks for its page. `lib/process` does it with each request that the server of
 * this process receives. A platform with a server of its own has `proxy.ts` do it: there Next makes a request and a
 * response of its own for it and carries the headers over: docs/decisions/first-pass.md.
 */

/** Answers forms of pages of another build. */
const otherBuildPath = '/updated'

/** A request, whoever has received it. */
export interface ReceivedRequest {
  method: string
  /** Without the query. */
  pathname: string
  /** With its question mark, or empty. */
  query: string
  header: (name: string) => string | null | undefined
  /** The whole body. It can be read once more afterwards. */
  body: () => Promise<string>
}

/** What the pass has come to. */
export interface FirstPass {
  /** To be set on the request: Next and the pages read them there. */
  requestHeaders: Record<string, string>
  /** To be set on the response, in place of what a route handler sets. */
  responseHeaders: Record<string, string>
  /** Values of `Set-Cookie`. */
  setCookies: string[]
  /** Where the browser is to post the same form instead; undefined where Next answers. */
  leadsTo: string | undefined
}

/** Whether a request needs no pass: it is for a static file, or a file that is sent, whose route handler adds the headers. */
export function needsNoPass(pathname: string): boolean {
  return pathname === uploadPath || /^\/(_next\/static\/[\w./~-]+|skin\/[\w./~-]+|favicon\.ico)$/.test(pathname)
}

/**
 * Adds the security headers, chooses the language, deletes a session cookie that is none, and leads the form of a page
 * of another build to where it is answered.
 */
export async function firstPass(request: ReceivedRequest): Promise<FirstPass> {
  const { pathname, query, header } = request
  const { host, isHttps, isDevelopment } = config().app
  const cookies = cookiesIn(header('cookie') ?? '')
  const asked = query.includes('lang=') ? new URLSearchParams(query).get('lang') : null
  const language = languageOf(asked, cookies, header('accept-language') ?? null)
  const isAndroid = /android/i.test(header('user-agent') ?? '')
  const isFrame = isPreviewFrame(pathname)
  const headers = securityHeaders({ nonce: newNonce(), isHttps, isDevelopment, isAndroid, isFrame })
  return {
    requestHeaders: {
      'content-security-policy': headers['Content-Security-Policy'] ?? '',
      // Server actions compare the browser's Origin with this host. It is always the configured one, whatever
      // Host header a reverse proxy in front of the app sends.
      'x-forwarded-host': host,
      [languageHeader]: language,
    },
    responseHeaders: isStreamedPath(pathname) ? { ...headers, 'Cache-Control': streamedCacheControl } : headers,
    setCookies: [
      // An operator who looks at other languages has not chosen one.
      ...(asked === language && !isFrame ? [languageCookie(language, isHttps)] : []),
      ...(await badSessionCookies(request, cookies)),
    ],
    // Not a rewrite: Next takes one for another site's where it listens on 127.0.0.1, and asks itself over HTTP,
    // without end. A browser posts the same form again to where a 307 leads.
    leadsTo:
      pathname !== otherBuildPath && (await isForOtherBuild(request))
        ? `${otherBuildPath}?path=${encodeURIComponent(pathname)}`
        : undefined,
  }
}

interface Cookie {
  name: string
  value: string
}

function cookiesIn(header: string): Cookie[] {
  return header.split(/; */).map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('=') }
  })
}

function languageOf(asked: string | null, cookies: readonly Cookie[], accepted: string | null): string {
  const kept = cookies.find(({ name }) => name === languageCookieName)?.value
  return chooseLanguage({ chosen: [asked, kept], accepted }, skin().languages)
}

/**
 * Deletes session cookies that this app has not sealed, or that are over. Pages cannot delete cookies. Posts and the
 * login's callback, which may set a new session in the same response, delete a bad one themselves.
 */
async function badSessionCookies({ method, pathname }: ReceivedRequest, cookies: readonly Cookie[]): Promise<string[]> {
  if (method !== 'GET' || pathname.startsWith('/api/')) return []
  const { app, login } = config()
  const ours = authCookies(app.isHttps)
  const sent = cookies.filter(({ name }) => isSessionCookie(name, ours))
  if (sent.length === 0) return []
  // With the first session: what opens one is large, and a start need not wait for it.
  const { openSession } = await import('./auth/session')
  if (await openSession(sealedSession(sent, ours), login)) return []
  return sent.map(({ name }) => setCookie(name, '', { maxAgeSeconds: 0, isHttps: app.isHttps }))
}
