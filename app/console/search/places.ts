import 'server-only'
import type { Route } from 'next'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { textsToFind } from '@/lib/console/texts-to-find'
import { pageUrl } from '@/lib/console/page-url'
import { readService } from '@/lib/console/service'
import { connectRecords } from '@/lib/records'
import { isUnreadable, listPendingTaskRuns } from '@/lib/service'
import { unlessUnavailable } from '@/lib/store'

/** The things that a text can identify. */
type PlaceKind = 'task_run' | 'connect' | 'user' | 'conversion' | 'wallet' | 'balance'

/** A page of the console about the searched thing. */
export interface Place {
  kind: PlaceKind
  url: Route
}

/** The results of the look-ups that take at most one call. Null means that the look-up failed or was incomplete. */
interface LookedUp {
  /** Whether the text is the ID, task ID or event ID of a pending task run. */
  isTaskRun: boolean | null
  /** Whether the text is a code, request ID, user ID or wallet address in a connect record. */
  isConnect: boolean | null
}

/** Looks up a text in the pending task runs and in the connect records, with one call to the service. */
export async function lookUp(text: string): Promise<LookedUp> {
  const [isTaskRun, isConnect] = await Promise.all([isIdOfTaskRun(idIn(text)), isNameOfConnect(text)])
  return { isTaskRun, isConnect }
}

async function isIdOfTaskRun(id: string): Promise<boolean | null> {
  const result = await readService(listPendingTaskRuns)
  if (!result.ok) return null
  const { taskRuns, hasMore } = result.data
  const isListed = taskRuns.some(
    (run) => !isUnreadable(run) && [run.task_run_id, run.task_id, run.event_id].includes(id),
  )
  // A ULID may belong to a run that the service does not list. Any other text counts as not found.
  return isListed || (hasMore && isUlid(id) ? null : false)
}

function isNameOfConnect(text: string): Promise<boolean | null> {
  return unlessUnavailable(
    async () => (await connectRecords().find(textsToFind(text), { limit: 1 })).length > 0,
    () => null,
  )
}

/** The result of a search. */
type Found =
  | { kind: 'one'; place: Place }
  /** Each of the places is possible. */
  | { kind: 'several'; places: readonly Place[] }
  | { kind: 'nothing' }

/**
 * Returns the ID in a typed text. It converts ULIDs to capital letters, because people also copy them in small letters.
 */
export function idIn(text: string): string {
  return isUlid(text.toUpperCase()) ? text.toUpperCase() : text
}

/**
 * Returns the places where the look-ups found a text, or otherwise all places that fit its form. No look-up covers
 * users and conversions, because the service has no search, and reading all of them takes long.
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
      // A code without a record may be in the log, as the page of connects explains.
      ...(isConnect === null || isCode(text) ? [placeOf('connect', text)] : []),
    ],
    isUlid(id) ? [placeOf('balance', id)] : [],
  )
}

/**
 * Returns the URL of the balances with this part of a user ID or wallet address; null if the text cannot be such a
 * part.
 */
export function balancesWith(text: string): Route | null {
  return /^\w{3,}$/.test(text) ? placeOf('balance', text).url : null
}

/** @param last - places to add at the end if there are several other places. */
function several(places: readonly Place[], last: readonly Place[] = []): Found {
  const [first, ...others] = places
  if (!first) return { kind: 'nothing' }
  return others.length === 0 ? { kind: 'one', place: first } : { kind: 'several', places: [...places, ...last] }
}

/** Checks whether the text is a ULID ("Conventions"). */
const isUlid = (text: string) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text)

/** Checks whether the text is a support code, possibly with letters misread for its digits. */
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
