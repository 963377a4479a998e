import type { Deployment } from './deployment'
import { holds, wrong, type Verdict } from './finding'

/** Whether the instance that answers takes work. */
export async function judgeReady(deployment: Deployment): Promise<Verdict> {
  const { status } = await deployment.open('/api/ready')
  if (status === 200) return holds('The instance that answers takes work.')
  return wrong(
    `/api/ready answers with ${status}.`,
    'Its response says what is away: Redis, or the server is stopping. The log of that instance has more.',
  )
}
