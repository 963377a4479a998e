import 'server-only'
import { headers } from 'next/headers'
import { unboundLinks } from '@/lib/connect/hold-cookie'
import { recordStep } from '@/lib/records/record-step'
import { cookieSetAt } from '@/lib/request/cookie-check'
import { failedLoginPath, type LoginError } from './failure'
import type { People } from './people'

/**
 * Logs a failed login, and returns the path of the sign-in page. For users, it also records the failure for the links
 * of this browser that are not bound to a user yet.
 */
export async function reportFailedLogin(people: People, callbackUrl: string, error: LoginError): Promise<string> {
  for (const { requestId, code: linkCode } of people === 'users' ? await unboundLinks() : []) {
    recordStep({ step: 'sign_in_failed', reason: error.problem, requestId, linkCode, userId: undefined })
  }
  return failedLoginPath(people, callbackUrl, error, cookieSetAt(await headers()))
}
