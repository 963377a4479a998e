import 'server-only'
import { currentUser } from './auth/user'
import { navigationKind, parseConnectQuery } from './connect/arrival'
import { holdArrival } from './connect/hold-cookie'
import { limitArrival, requestAddress } from './limits'
import { log } from './log'
import { countHold } from './metrics'
import { perRequest } from './request/context'

/*
 * What is done with an arrival: the registered connect URL ("Connect flow", steps 1 to 3), opened by GET. `lib/process`
 * answers the good ones itself, and `app/connect/route.ts` the others, and all of them on a platform with a server of
 * its own: docs/decisions/arrivals-before-next.md.
 */

/** What an arrival has come to. */
export type Arrival =
  /** A person has gone to the link, and it is held; or there was no link, and there is nothing to hold. */
  | { kind: 'received' }
  /** The browser loads the link ahead. */
  | { kind: 'speculative' }
  /** Another page loads the link as an image, a frame or a script: nobody has gone there. */
  | { kind: 'embedded' }
  /** The query is not what the service sends. */
  | { kind: 'incomplete' }
  /** The link cannot be held now. */
  | { kind: 'busy'; retrySeconds: number }

/** How an arrival is answered that was received: its browser goes on to the page, without the nonce in its address. */
export const toConfirmPage = {
  status: 303,
  headers: { 'Cache-Control': 'no-store', Location: '/connect/confirm' },
} as const

/**
 * Holds the link of an arrival, whether or not the user is signed in yet. Asked again in the same request, it says the
 * same and does nothing; where it has thrown it tries again. Either way the request counts once against its limit.
 */
export async function receiveArrival(request: {
  query: URLSearchParams
  headers: Pick<Headers, 'get'>
}): Promise<Arrival> {
  const known = perRequest('arrival', (): { arrival?: Arrival } => ({}))
  known.arrival ??= await receive(request)
  return known.arrival
}

async function receive({ query, headers }: Parameters<typeof receiveArrival>[0]): Promise<Arrival> {
  const navigation = navigationKind(headers)
  if (navigation !== 'navigation') return { kind: navigation }
  const decision = await perRequest('arrival limit', () => limitArrival(requestAddress(headers)))
  if (!decision.isAllowed) return { kind: 'busy', retrySeconds: Math.ceil(decision.waitMs / 1000) }
  const parsed = parseConnectQuery(query)
  if (parsed.kind !== 'link') return { kind: parsed.kind === 'none' ? 'received' : 'incomplete' }
  await holdArrival(parsed.link, (await currentUser())?.id)
  countHold('kept')
  log().info({ event: 'arrival', requestId: parsed.link.requestId })
  return { kind: 'received' }
}
