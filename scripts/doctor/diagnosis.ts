import { z } from 'zod'
import { isHttpsOrLoopback } from '../../lib/service'
import type { Deployment } from './deployment'

/** What a deployment tells who has its METRICS_TOKEN; `app/api/doctor/route.ts` writes it. */
const diagnosisBody = z.object({
  version: z.string(),
  trustedProxyHops: z.number(),
  /** `X-Forwarded-For` of this very request as it reached the app; null where it had none. */
  forwardedFor: z.string().nullable(),
})

export type Diagnosis = z.infer<typeof diagnosisBody>

/**
 * Asks the deployment what it is and how this request reached it.
 *
 * @param forwardedFor - an address that is no client's, sent as if by a client who makes one up.
 * @returns undefined where it does not tell: no token, or another one.
 * @throws UnreachableError
 */
export async function readDiagnosis(
  deployment: Deployment,
  token: string | undefined,
  forwardedFor: string,
): Promise<Diagnosis | undefined> {
  // A token goes to nobody in clear, but to this machine.
  if (token === undefined || !isHttpsOrLoopback(deployment.origin)) return undefined
  const { status, text } = await deployment.open('/api/doctor', {
    headers: { Authorization: `Bearer ${token}`, 'X-Forwarded-For': forwardedFor },
  })
  if (status !== 200) return undefined
  try {
    return diagnosisBody.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
