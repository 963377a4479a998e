import { vi } from 'vitest'
import { configWith } from '@/lib/config/test-support'
import type { ServiceAccess } from '@/lib/service'
import { breakdownEntry, conversion } from '@/lib/service/test-support'

/** The access of a small deployment. */
export const access: ServiceAccess = configWith().service

/** A conversion as the service sends it, with entries of any shape. */
export const conversionRecord = (number: number, user_breakdown: unknown[] = []) => ({
  ...conversion({ conversion_id: `conversion-${number}` }),
  user_breakdown,
})

export const entryRecord = (user: number) =>
  breakdownEntry({ wallet_address: `wallet-${user}`, user_id: `user-${user}`, bolts_earned: user + 0.25 })

/** Stubs `fetch` with a service that has these conversions at its n-th request. Returns the queries of the requests. */
export function serveConversions(recordsAt: (request: number) => readonly unknown[]): string[] {
  const queries: string[] = []
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const { searchParams } = new URL(url)
    const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))]
    queries.push(searchParams.toString())
    const all = recordsAt(queries.length)
    const conversions = all.slice((page - 1) * limit, page * limit)
    const data = { conversions, pagination: { page, limit, total: all.length } }
    return Response.json({ status: 'success', data })
  })
  return queries
}
