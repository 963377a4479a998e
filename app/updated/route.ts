import type { NextRequest } from 'next/server'
import { returnPath } from '@/lib/auth/return-path'
import { config } from '@/lib/config'
import { log } from '@/lib/log'

/*
 * Where the first pass leads a form that a page of another build of this site has posted. Its action cannot be
 * found, so nothing is done, and the page is shown again: with what was entered, and with the reason.
 */

/** @param request - `?path=` is the path that the form was posted to. */
export async function POST(request: NextRequest): Promise<Response> {
  const { origin } = config().app
  // As Next does for a server action.
  if (request.headers.get('origin') !== origin) return new Response(null, { status: 403 })
  const path = request.nextUrl.searchParams.get('path')
  log().info({ event: 'form of another build' })
  const form = await formOf(request)
  if (!form) return new Response(null, { status: 400 })
  if (path === '/signin') {
    const query = new URLSearchParams({ callbackUrl: returnPath(form.get('callbackUrl'), origin), error: 'updated' })
    return seeOther(`/signin?${query}`)
  }
  return seeOther(returnPath(path, origin))
}

async function formOf(request: NextRequest): Promise<FormData | null> {
  try {
    return await request.formData()
  } catch {
    return null
  }
}

function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path, 'Cache-Control': 'no-store' } })
}
