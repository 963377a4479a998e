import 'server-only'
import { unboundRequests } from '@/lib/connect/hold-cookie'
import { recordStep } from '@/lib/records'
import { failedLoginPath, type LoginError } from './failure'
import type { People } from './people'

/** Logs a failed login, keeps it with the links of this browser, and returns the sign-in page that reports it. */
export async function reportFailedLogin(people: People, callbackUrl: string, error: LoginError): Promise<string> {
  for (const requestId of people === 'users' ? await unboundRequests() : []) {
    recordStep({ step: 'sign_in_failed', reason: error.problem, requestId, userId: undefined })
  }
  return failedLoginPath(people, callbackUrl, error)
}
