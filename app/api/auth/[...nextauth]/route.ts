import { notFound } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { answerCallback, answerForm, refuseMethod } from '@/lib/auth/callback'
import { loginSettingsOf } from '@/lib/auth/named-providers'
import { providerIdOf, type People } from '@/lib/auth/people'
import { signInPath } from '@/lib/auth/sign-in-query'
import { config } from '@/lib/config'

export { refuseMethod as HEAD } from '@/lib/auth/callback'

type Context = { params: Promise<{ nextauth: string[] }> }

/**
 * The next-auth routes that browsers need: the callback from a provider. next-auth's page URLs redirect to the sign-in
 * page. All others respond with 404: `session` would renew a session indefinitely, and `_log` would let anyone write to
 * the log.
 */
const pagePaths = new Set(['signin', 'signout', 'error'])

export async function GET({ nextUrl }: NextRequest, { params }: Context): Promise<Response> {
  const { nextauth: path } = await params
  const people = peopleAt(path)
  if (people) return answerCallback(people, nextUrl.searchParams)
  if (!pagePaths.has(path.join('/'))) notFound()
  const error = nextUrl.searchParams.has('error') ? 'failed' : undefined
  return new Response(null, { status: 302, headers: { Location: signInPath({ error }) } })
}

export async function POST(_request: NextRequest, { params }: Context): Promise<Response> {
  const people = peopleAt((await params).nextauth)
  return people && loginSettingsOf(people) ? answerForm(people) : refuseMethod()
}

/** Returns the people whose provider sends browsers back to a path below `/api/auth`. */
function peopleAt([action, provider, ...others]: string[]): People | undefined {
  if (action !== 'callback' || others.length > 0) return undefined
  if (provider === providerIdOf('users')) return 'users'
  return provider === providerIdOf('staff') && config().login.staff ? 'staff' : undefined
}
