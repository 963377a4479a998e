import { notFound } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { answerCallback, answerForm, refuseMethod } from '@/lib/auth/login'
import { loginSettingsOf } from '@/lib/auth/named-providers'
import { providerIdOf, type People } from '@/lib/auth/people'
import { config } from '@/lib/config'

export { refuseMethod as HEAD } from '@/lib/auth/login'

type Context = { params: Promise<{ nextauth: string[] }> }

/** Of next-auth's paths, browsers need only the callback from a provider. */
export async function GET({ nextUrl }: NextRequest, { params }: Context): Promise<Response> {
  const people = peopleAt((await params).nextauth)
  return people ? answerCallback(people, nextUrl.searchParams) : notFound()
}

export async function POST(_request: NextRequest, { params }: Context): Promise<Response> {
  const people = peopleAt((await params).nextauth)
  return people && loginSettingsOf(people) ? answerForm(people) : refuseMethod()
}

/** Returns the people whose login provider redirects to this path below `/api/auth`. */
function peopleAt([action, provider, ...others]: string[]): People | undefined {
  if (action !== 'callback' || others.length > 0) return undefined
  if (provider === providerIdOf('users')) return 'users'
  return provider === providerIdOf('staff') && config().login.staff ? 'staff' : undefined
}
