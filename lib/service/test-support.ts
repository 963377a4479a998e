import { vi } from 'vitest'
import type { Result, ServiceError } from './errors'
import type { Listed } from './pages'
import type { Balance, Conversion, TaskRun, UserBreakdownEntry } from './records'
import type { ServiceAccess } from './transport'

/** These names differ from all defaults, so a test fails if the code uses a default. */
export const access: ServiceAccess = {
  baseUrl: 'https://service.example/api',
  subnetId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  apiKey: 'key-of-this-test',
  names: { signature: 'proof', from: 'since', until: 'to', page: 'page_number', limit: 'page_size', address: 'wallet' },
}

/** A task run as the service lists it, with changed fields. */
export const taskRun = (fields: Partial<TaskRun> = {}): TaskRun => ({
  task_run_id: '01JCZX3M5N4T9QK2R7W8Y6V0AB',
  task_id: '01JCZX3M5N4T9QK2R7W8Y6V0AC',
  event_id: 'event-1',
  status: 'in_progress',
  blockchain_status: 'running',
  validated_at: null,
  raw_data_invalid: false,
  force_ended: false,
  ingested_at: '2026-11-20T11:00:00.000Z',
  updated_at: '2026-11-20T11:30:00Z',
  seconds_since_update: 1800,
  ...fields,
})

export const balance = (fields: Partial<Listed<Balance>> = {}): Listed<Balance> => ({
  position: 1,
  wallet_address: 'wallet-1',
  user_id: 'user-1',
  current_period_points: 1,
  all_time_points: 2,
  bolts: 3,
  ...fields,
})

export const conversion = (fields: Partial<Listed<Conversion>> = {}): Listed<Conversion> => ({
  position: 1,
  conversion_id: 'conversion-1',
  converted_at: '2026-01-05T01:00:00Z',
  period_started_at: '2025-12-29T00:00:00Z',
  period_ended_at: '2026-01-05T00:00:00Z',
  total_subnet_points_in_pool: 1,
  gross_bolts_allocation: 1,
  total_bolts_distributed: 1,
  user_bolts_distributed: 1,
  owner_bolts_distributed: 0,
  user_breakdown: [],
  unreadableEntries: 0,
  ...fields,
})

export const breakdownEntry = (fields: Partial<UserBreakdownEntry> = {}): UserBreakdownEntry => ({
  wallet_address: 'wallet-1',
  user_id: 'user-1',
  subnet_points: 1,
  share_percentage: 1,
  bolts_earned: 1,
  ...fields,
})

/** Replaces `fetch`; undo it with `vi.unstubAllGlobals()`. */
export function stubFetch() {
  const fetchMock = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetchMock)
  return fetchMock
}

/** A `fetch` that never responds. It rejects when it is aborted, as the real `fetch` does. */
export const hang: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    if (init?.signal?.aborted) reject(init.signal.reason)
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })

/** The error that Node's `fetch` throws if the network fails. */
export function networkFailure(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) })
}

export async function errorOf(call: Promise<Result<unknown>>): Promise<ServiceError> {
  const result = await call
  if (result.ok) throw new Error('The call succeeded.')
  return result.error
}

export async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

/**
 * Advances the fake time from timer to timer until the work ends. Other files share the thread. A timer that one of
 * them has left behind may begin again without end, so this does not run all timers.
 */
export async function inFakeTime<Result>(work: Promise<Result>): Promise<Result> {
  let hasEnded = false
  const end = () => void (hasEnded = true)
  work.then(end, end)
  while (!hasEnded) {
    // Work that needs no timer ends here, before the time of a foreign one passes.
    await vi.advanceTimersByTimeAsync(0)
    if (!hasEnded) await vi.advanceTimersToNextTimerAsync()
  }
  return work
}
