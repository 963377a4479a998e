import 'server-only'
import type { Route } from 'next'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { textsToFind } from '@/lib/console/shared/connect-texts'
import { pageUrl } from '@/lib/console/shared/page-url'

/** What a text can be the name of. */
type PlaceKind = 'task_run' | 'connect' | 'user' | 'conversion' | 'wallet' | 'balance'

/** Where the console has more about something. */
export interface Place {
  kind: PlaceKind
  url: Route
}

/** What was looked up, since it costs one call or none; null where it could not be, or not among all. */
export interface LookedUp {
  /** Whether the text is an ID of a pending task run, of its task or of its event. */
  isTaskRun: boolean | null
  /** Whether it is a code, request ID, user ID or wallet address of an attempt to connect. */
  isConnect: boolean | null
}

/** What came of a search. */
export type Found =
  | { kind: 'one'; place: Place }
  /** It may be each of these. */
  | { kind: 'several'; places: readonly Place[] }
  | { kind: 'nothing' }

/** The ID in a text that somebody typed: people copy ULIDs in small letters too. */
export function idIn(text: string): string {
  return isUlid(text.toUpperCase()) ? text.toUpperCase() : text
}

/**
 * Where a text leads: to what has been found by it, else to all that a text of its shape can be. Users and conversions
 * are not looked up, because the service has no search, and reading all of them takes long.
 */
export function placesOf(text: string, { isTaskRun, isConnect }: LookedUp): Found {
  const id = idIn(text)
  const certain = [...(isTaskRun ? [placeOf('task_run', id)] : []), ...(isConnect ? [placeOf('connect', text)] : [])]
  const wallet = parseWalletAddress(text)
  if (wallet.ok) return several([placeOf('wallet', wallet.address), ...certain], [placeOf('balance', wallet.address)])
  if (certain.length > 0) return several(certain)
  return several(
    [
      ...(isUlid(id) ? [placeOf('user', id), placeOf('conversion', id)] : []),
      ...(isTaskRun === null ? [placeOf('task_run', id)] : []),
      // A code that is not kept may be in the log: that page says so.
      ...(isConnect === null || isCode(text) ? [placeOf('connect', text)] : []),
    ],
    isUlid(id) ? [placeOf('balance', id)] : [],
  )
}

/** Where balances are looked for by a part of a user ID or wallet address; null for a text that is no part of one. */
export function balancesWith(text: string): Route | null {
  return /^\w{3,}$/.test(text) ? placeOf('balance', text).url : null
}

/** @param last - what a list of several places ends with. One place alone needs no choice. */

function several(places: readonly Place[], last: readonly Place[] = []): Found {
  const [first, ...others] = places
  if (!first) return { kind: 'nothing' }
  return others.length === 0 ? { kind: 'one', place: first } : { kind: 'several', places: [...places, ...last] }
}

/** ("Conventions") */
export const isUlid = (text: string) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text)

/** A code as this app makes them, with the letters that people read in place of its digits. */
const isCode = (text: string) => textsToFind(text).some((each) => /^[0-9A-HJKMNP-TV-Z]{10}$/.test(each))

function placeOf(kind: PlaceKind, text: string): Place {
  switch (kind) {
    case 'task_run':
      return { kind, url: pageUrl('/console/task-runs', { find: text }) }
    case 'connect':
      return { kind, url: pageUrl('/console/connects', { find: text }) }
    case 'user':
      return { kind, url: `/console/users/${text}` }
    case 'conversion':
      return { kind, url: `/console/conversions/${text}` }
    case 'wallet':
      return { kind, url: pageUrl('/console/resources', { address: text }) }
    case 'balance':
      return { kind, url: pageUrl('/console/balances', { find: text }) }
  }
}
