import { cookies } from 'next/headers'
import { config } from '@/lib/config'
import { languageCookie } from '@/lib/request/language-cookie'
import { pageBefore } from '@/lib/request/page-before'
import { skin } from '@/lib/skin'

/**
 * Remembers the language that somebody chose, and goes back to the page that they chose it on. The browser itself says
 * which page that was, so no address has to be written into a link.
 */
export async function GET(request: Request, { params }: RouteContext<'/language/[language]'>): Promise<Response> {
  const { language } = await params
  const { origin, isHttps } = config().app
  const location = pageBefore(request.headers.get('referer'), origin)
  const headers = new Headers({ 'Cache-Control': 'no-store', Location: location })
  if (skin().languages.includes(language)) (await cookies()).set(languageCookie(language, isHttps))
  return new Response(null, { status: 303, headers })
}
