import 'server-only'
import { headers } from 'next/headers'
import { linksOf } from '@/lib/connect/hold-cookie'
import { isOpen } from '@/lib/connect/link'
import { log, type LogEntry } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { count } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { recordStep } from '@/lib/records'
import { correlationId } from '@/lib/request/context'
import { cookieSetAt } from '@/lib/request/cookie-check'
import type { LoginError } from './failure'
import { withVariablesOf, type People } from './people'
import { signInPath } from './sign-in-query'

/** Logs a warning, up to a limit per minute for each event and code, because anyone can cause some of them. */
export function warnOfLogin(entry: LogEntry): void {
  const lines = processSingleton('login lines', () => lineLimit('more logins failed'))
  lines.write(() => log().warn(entry), { kind: `${entry.event} ${entry.code}` })
}

export function logFailedLogin(people: People, { code, problem, hint, details }: LoginError): void {
  // `discovery` has already counted a failed discovery, once for all logins that waited for it.
  if (details.endpoint !== 'discovery')
    count('sign_ins_total', problem === 'unfinished' || problem === 'not_admitted' ? problem : 'failed')
  const entry = { event: 'login failed', ...(people === 'staff' && { people }), code, ...details } as const
  warnOfLogin({ ...entry, hint: hint && withVariablesOf(people, hint) })
}

/**
 * Returns the path of the sign-in page, which shows the problem. For users, it also records the failure for the links of
 * this browser that are not bound to a user yet.
 */
export async function reportFailedLogin(people: People, callbackUrl: string, error: LoginError): Promise<string> {
  const links = people === 'users' ? await linksOf(undefined) : []
  for (const { requestId, code: linkCode } of links.filter((link) => isOpen(link, Date.now()))) {
    recordStep({ step: 'sign_in_failed', reason: error.problem, requestId, linkCode, userId: undefined })
  }
  logFailedLogin(people, error)
  const setAt = cookieSetAt(await headers())
  return signInPath({ callbackUrl, error: error.problem, code: correlationId(), cookieSetAt: setAt })
}
