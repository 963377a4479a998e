import 'server-only'
import type { Route } from 'next'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { textsToFind } from '@/lib/console/typed-text'
import { pageUrl } from '@/lib/console/page-url'
import { readService } from '@/lib/console/service'
import { connectRecords } from '@/lib/records'
import { isUnreadable, listPendingTaskRuns } from '@/lib/service'
import { unlessUnavailable } from '@/lib/store'

/** The pages of the console about the things that a text can identify. */
const urls = {
  task_run: (id: string) => pageUrl('/console/task-runs', { find: id }),
  connect: (text: string) => pageUrl('/console/connects', { find: text }),
  user: (id: string): Route => `/console/users/${id}`,
  conversion: (id: string): Route => `/console/conversions/${id}`,
  wallet: (address: string) => pageUrl('/console/resources', { address }),
  balance: (part: string) => pageUrl('/console/balances', { find: part }),
}

/** A page of the console about the searched thing. */
export interface Place {
  kind: keyof typeof urls
  url: Route
}

const placeOf = (kind: Place['kind'], text: string): Place => ({ kind, url: urls[kind](text) })

/** The results of the look-ups that take at most one call. Null means that the look-up failed or was incomplete. */
interface LookedUp {
  /** Whether the text is the ID, task ID or event ID of a pending task run. */
  isTaskRun: boolean | null
  /** Whether the text is a code, request ID, user ID or wallet address in a connect record. */
  isConnect: boolean | null
}

/** Looks up a text in the pending task runs and in the connect records, with one call to the service. */
export async function lookUp(text: string): Promise<LookedUp> {
  const [isTaskRun, isConnect] = await Promise.all([
    isIdOfTaskRun(idIn(text)),
    unlessUnavailable(
      async () => (await connectRecords().find(textsToFind(text), { limit: 1 })).length > 0,
      () => null,
    ),
  ])
  return { isTaskRun, isConnect }
}

async function isIdOfTaskRun(id: string): Promise<boolean | null> {
  const result = await readService(listPendingTaskRuns)
  if (result.kind === 'failed') return null
  const { taskRuns, hasMore } = result.data
  const isListed = taskRuns.some(
    (run) => !isUnreadable(run) && [run.task_run_id, run.task_id, run.event_id].includes(id),
  )
  // A ULID may belong to a run that the service does not list. Any other text counts as not found.
  return isListed || (hasMore && isUlid(id) ? null : false)
}

/** Returns the ID in a typed text, a ULID in capital letters, because people also copy ULIDs in small letters. */
const idIn = (text: string) => (isUlid(text.toUpperCase()) ? text.toUpperCase() : text)

/**
 * Returns the places where the look-ups found a text, or otherwise all places that fit its form. No look-up covers
 * users and conversions, because the service has no search, and reading all of them takes long.
 */
export function placesOf(text: string, { isTaskRun, isConnect }: LookedUp): Place[] {
  const id = idIn(text)
  const certain = [...(isTaskRun ? [placeOf('task_run', id)] : []), ...(isConnect ? [placeOf('connect', text)] : [])]
  const wallet = parseWalletAddress(text)
  if (wallet.ok) {
    const ofWallet = placeOf('wallet', wallet.address)
    return certain.length === 0 ? [ofWallet] : [ofWallet, ...certain, placeOf('balance', wallet.address)]
  }
  if (certain.length > 0) return certain
  return [
    ...(isUlid(id) ? [placeOf('user', id), placeOf('conversion', id)] : []),
    ...(isTaskRun === null ? [placeOf('task_run', id)] : []),
    // A code without a record may be in the log, as the page of connects explains.
    ...(isConnect === null || isCode(text) ? [placeOf('connect', text)] : []),
    ...(isUlid(id) ? [placeOf('balance', id)] : []),
  ]
}

/**
 * Returns the URL of the balances with this part of a user ID or wallet address; null if the text cannot be such a
 * part.
 */
export const balancesWith = (text: string): Route | null => (/^\w{3,}$/.test(text) ? urls.balance(text) : null)

/** Checks whether the text is a ULID ("Conventions"). */
const isUlid = (text: string) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text)

/** Checks whether the text is a support code, possibly with letters misread for its digits. */
const isCode = (text: string) => textsToFind(text).some((each) => /^[0-9A-HJKMNP-TV-Z]{10}$/.test(each))
