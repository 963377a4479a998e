import { beforeEach, describe, expect, it } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { balanceRecord, serveList } from '@/lib/console/shared/test-service'
import { correlationId, runInRequest } from '@/lib/request/context'
import type { Balance, Listed } from '@/lib/service'
import { balance as balanceWith } from '@/lib/service/test-support'
import { forgetSingletons } from '@/lib/test-support'
import { balanceMatcher, balanceSorting, readAllBalances, selectBalances, type BalanceSelection } from './all'

const balance = (user_id: string, wallet_address: string, bolts: number) =>
  balanceWith({ user_id, wallet_address, bolts })

describe('selectBalances', () => {
  const unreadable: Listed<Balance> = {
    unreadable: '{"wallet_address":"9zYx","user_id":null,"labels":[{"name":"01ABD"}]}',
    path: 'user_id',
  }
  const rows = [balance('01ABC', '9xQe', 20), balance('01ABD', '7kLm', 5), unreadable, balance('01XYZ', '9xQf', 100)]
  const select = (selection: Partial<BalanceSelection>) => {
    const selected = selectBalances(rows, { find: '', sort: null, page: 1, limit: 50, ...selection })
    return { positions: selected.rows.map(({ position }) => position), total: selected.total }
  }

  it('finds a part of a user ID, of a wallet address, or of a text in an unreadable balance', () => {
    for (const [what, find, positions] of [
      ['no text', '', [1, 2, 3, 4]],
      ['a part of a user ID', '1AB', [1, 2, 3]],
      ['a part of a wallet address', 'xQ', [1, 4]],
      ['the end of a wallet address', 'Qf', [4]],
      ['a part in another case', '01ab', [1, 2, 3]],
      ['a part of a text in a balance that cannot be read', 'zyx', [3]],
      ['the name of a field', 'wallet_address', []],
      ['a word of JSON', 'null', []],
      ['an amount', '5', []],
      ['a text that is in no balance', '01ABE', []],
    ] as const) {
      expect(select({ find }), what).toEqual({ positions, total: positions.length })
      // The export uses the matcher.
      expect(rows.filter(balanceMatcher(find))).toEqual(positions.map((position) => rows[position - 1]))
    }
  })

  it('sorts the matches by a column, and counts them on all pages', () => {
    expect(select({ sort: { key: 'bolts', direction: 'descending' } }).positions).toEqual([4, 1, 2, 3])
    const sort = { key: 'wallet_address', direction: 'descending' } as const
    expect(select({ find: '01', sort, page: 2, limit: 1 })).toEqual({ positions: [1], total: 4 })
  })
})

it('balanceSorting has every field of the interface', () => {
  expect(balanceSorting.keys).toEqual(Object.keys(balanceWith()))
})

describe('readAllBalances', () => {
  beforeEach(() => {
    configure()
    forgetSingletons(/^kept walks/)
  })

  it('reads every page without the context of the caller’s request, and keeps the rows', async () => {
    const users = Array.from({ length: 450 }, (_, user) => balanceRecord(user))
    const requests: (string | undefined)[] = []
    serveList('balances', () => {
      requests.push(correlationId())
      return users
    })
    const kept = await runInRequest('the first request', () => readAllBalances())
    expect(kept).toMatchObject({ kind: 'read', isWhole: true, unreadable: 0, change: null })
    expect(kept.kind === 'read' && kept.rows).toHaveLength(450)
    expect(requests).toEqual([undefined, undefined, undefined])
    expect(await readAllBalances({ waitMs: 0 })).toBe(kept)
  })
})
