import 'server-only'
import NextAuth from 'next-auth'
import { cookies } from 'next/headers'
import { NextRequest, NextResponse } from 'next/server'
import { z } from 'zod'
import { authOptions } from '@/lib/auth/options'
import { config } from '@/lib/config'

/*
 * next-auth 4 expects its browser script, or a form that carries a token which must equal a cookie.
 * The cookie has to be there before the form is, and a page cannot set one. So the browser posts to
 * our own server actions, which work without JavaScript and compare the browser's Origin with our
 * host; they call next-auth's handler in this process, first for the token, then for the deed.
 */

const csrfAnswer = z.object({ csrfToken: z.string() })

/**
 * Runs next-auth's route handler, and moves the cookies of its answer to those of the request at
 * hand: a server action has no answer of its own to put them on. In a route handler it matters too:
 * where cookies were set both ways, Next reads the answer's and loses `Max-Age=0`, so that a cookie
 * which was to be deleted would stay, empty.
 *
 * @param path - the segments after `/api/auth/`.
 */
export async function runNextAuth(request: NextRequest, path: string[]): Promise<Response> {
  const answer: Response = await NextAuth(request, { params: Promise.resolve({ nextauth: path }) }, authOptions())
  const jar = await cookies()
  for (const cookie of new NextResponse(null, { headers: answer.headers }).cookies.getAll()) {
    jar.set(cookie.value ? cookie : { ...cookie, value: '', maxAge: 0 })
  }
  const headers = new Headers(answer.headers)
  headers.delete('Set-Cookie')
  return new Response(answer.body, { status: answer.status, headers })
}

/**
 * Posts a form to next-auth within this process.
 *
 * @returns where next-auth sends the browser, or null if it does not know what was asked for: a
 *   login, say, that this deployment does not offer.
 */
export async function postToNextAuth(path: string[], fields: Record<string, string>): Promise<URL | null> {
  const address = `${config().app.origin}/api/auth`
  const csrf = await runNextAuth(new NextRequest(`${address}/csrf`), ['csrf'])
  const { csrfToken } = csrfAnswer.parse(await csrf.json())
  const body = new URLSearchParams({ ...fields, csrfToken })
  const answer = await runNextAuth(new NextRequest(`${address}/${path.join('/')}`, { method: 'POST', body }), path)
  const location = answer.headers.get('Location')
  return location === null ? null : new URL(location)
}
