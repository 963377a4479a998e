import { languageCookie } from '@/lib/messages/language-cookie'
import { config } from '@/lib/config'
import { skin } from '@/lib/skin'

/**
 * Remembers the language that somebody chose, and goes back to the page that they chose it on. The browser itself says
 * which page that was, so no address has to be written into a link.
 */
export async function GET(request: Request, { params }: RouteContext<'/language/[language]'>): Promise<Response> {
  const { language } = await params
  const headers = new Headers({ 'Cache-Control': 'no-store', Location: pageBefore(request.headers.get('referer')) })
  if (skin().languages.includes(language)) headers.set('Set-Cookie', languageCookie(language, config().app.isHttps))
  return new Response(null, { status: 303, headers })
}

/** The page of this site that the browser comes from, as a path; the start page for anything else. */
function pageBefore(referrer: string | null): string {
  if (referrer === null || !URL.canParse(referrer)) return '/'
  const page = new URL(referrer)
  // A path that begins with two slashes would lead to another host.
  if (page.origin !== config().app.origin || page.pathname.startsWith('//')) return '/'
  // A language in the address would have the last word.
  if (page.searchParams.has('lang')) page.searchParams.delete('lang')
  return page.pathname + page.search
}
