import { cookies } from 'next/headers'
import type { NextRequest } from 'next/server'
import { config } from '@/lib/config'
import { languageCookie, pageBefore } from '@/lib/request/choose-language'
import { skin } from '@/lib/skin'

/**
 * Stores the chosen language and redirects back. The link has the page too, because some browsers send no `Referer`. A
 * page whose URL is secret is not in the link.
 */
export async function GET(
  { headers: sent, nextUrl }: NextRequest,
  { params }: RouteContext<'/language/[language]'>,
): Promise<Response> {
  const { language } = await params
  const { origin, isHttps } = config().app
  const page = origin + (nextUrl.searchParams.get('page') ?? '/')
  const location = pageBefore(sent.get('referer'), origin) ?? pageBefore(page, origin) ?? '/'
  const headers = new Headers({ 'Cache-Control': 'no-store', Location: location })
  if (skin().languages.includes(language)) (await cookies()).set(languageCookie(language, isHttps))
  return new Response(null, { status: 303, headers })
}
