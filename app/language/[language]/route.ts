import { cookies } from 'next/headers'
import { config } from '@/lib/config'
import { languageCookie } from '@/lib/request/choose-language'
import { pageBefore } from '@/lib/request/page-before'
import { skin } from '@/lib/skin'

/**
 * Stores the language that the user chose, and redirects back to the user's page. The `Referer` header names that page,
 * so the link need not contain its URL.
 */
export async function GET(request: Request, { params }: RouteContext<'/language/[language]'>): Promise<Response> {
  const { language } = await params
  const { origin, isHttps } = config().app
  const location = pageBefore(request.headers.get('referer'), origin)
  const headers = new Headers({ 'Cache-Control': 'no-store', Location: location })
  if (skin().languages.includes(language)) (await cookies()).set(languageCookie(language, isHttps))
  return new Response(null, { status: 303, headers })
}
