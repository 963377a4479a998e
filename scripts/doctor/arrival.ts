import { randomUUID } from 'node:crypto'
import { madeUpRequestId } from '../../lib/console/overview/key-check'
import type { Deployment } from './deployment'
import { holds, wrong, type Verdict } from './finding'
import type { HttpResponse } from './http'

/** Opens a connect link that no service has made. The app holds it in a cookie, which is thrown away here. */
export function openMadeUpLink(deployment: Deployment): Promise<HttpResponse> {
  return deployment.open(`/connect?request_id=${madeUpRequestId()}&nonce=${randomUUID()}`)
}

/** Whether the connect URL answers as it should with a whole query, half of one, and none. */
export async function judgeArrival(deployment: Deployment): Promise<Verdict> {
  const [whole, half, none] = await Promise.all([
    openMadeUpLink(deployment),
    deployment.open(`/connect?request_id=${madeUpRequestId()}`),
    deployment.open('/connect'),
  ])
  const leadsOn = (response: HttpResponse) =>
    response.status === 303 && (response.headers.location ?? '').endsWith('/connect/confirm')
  if (leadsOn(none) && leadsOn(half)) {
    return wrong(
      'The query does not arrive: a link with half of one is taken for one with none.',
      'Let what stands in front pass on the query of /connect.',
    )
  }
  const problems = [
    ...(leadsOn(whole) ? [] : [`a whole link answers with ${whole.status} instead of 303`]),
    ...(half.status === 400 ? [] : [`half a link answers with ${half.status} instead of 400`]),
    ...(leadsOn(none) ? [] : [`no link answers with ${none.status} instead of 303`]),
  ]
  if (problems.length === 0) return holds('A whole link is held, half of one is refused, and none leads to the page.')
  return wrong(
    `${problems.join('; ')}.`,
    'Check that /connect reaches this app as it is: no redirect to another path, no login or block of another program.',
  )
}
