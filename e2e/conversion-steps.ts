import type { ReceivedPage } from './received-page'
import type { StandInControl } from './stand-in/control/client'

export const conversionsPath = '/console/conversions'

/** Returns the query strings of the requests for conversions that the service received. */
export async function askedConversions(control: StandInControl): Promise<string[]> {
  return (await control.received('conversions')).map(({ target }) => target.split('?')[1] ?? '')
}

/** Returns the time of the conversion in a row of the list, and the URL of its page. `row` starts at 0. */
export function linkTo(list: ReceivedPage, row: number): { time: string; address: string } {
  const link = list.elements('tbody th a')[row]
  if (!link) throw new Error(`The list has no row ${row}.`)
  return {
    time: link.querySelector('time')?.getAttribute('datetime') ?? '',
    address: link.getAttribute('href') ?? '',
  }
}

/** Returns an answer of the service with one conversion. Its amounts add up unless `change` alters them. */
export function conversionWith(change: Record<string, unknown>) {
  const user_breakdown = [
    { wallet_address: '=1+1', user_id: 'user 1', subnet_points: 30, share_percentage: 75, bolts_earned: 60.5 },
    { wallet_address: 'wallet 2', user_id: 'user 2', subnet_points: 10, share_percentage: 25, bolts_earned: 20 },
  ]
  const conversion = {
    conversion_id: 'good',
    converted_at: '2026-01-05T01:00:00Z',
    period_started_at: '2025-12-29T00:00:00Z',
    period_ended_at: '2026-01-05T00:00:00Z',
    total_subnet_points_in_pool: 40,
    gross_bolts_allocation: 100,
    total_bolts_distributed: 100,
    user_bolts_distributed: 80.5,
    owner_bolts_distributed: 19.5,
    user_breakdown,
    ...change,
  }
  const data = { conversions: [conversion], pagination: { page: 1, limit: 1, total: 1 } }
  return { answer: { status: 'success', data } }
}
