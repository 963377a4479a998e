import { beforeEach, describe, expect, it, vi } from 'vitest'
import { StoreUnavailableError } from '@/lib/store/store'
import { useRedis } from '@/lib/store/test-support'
import { redisConnections, type ConfirmedConnection, type Connections } from '.'

const redis = useRedis()
let prefixes = 0
let connections: Connections

beforeEach(() => {
  connections = redisConnections(redis.connect(), `subnet-${(prefixes += 1)}:`)
})

const first: ConfirmedConnection = {
  user_id: 'ada',
  subnet_user_id: 'hash-of-ada',
  wallet_address: 'wallet-1',
  proven: false,
  confirmed_before: false,
  request_id: 'REQUEST1',
  confirmed_at: '2026-11-20T10:00:00.000Z',
}
const later: ConfirmedConnection = {
  ...first,
  proven: true,
  confirmed_before: true,
  request_id: 'REQUEST2',
  confirmed_at: '2026-11-20T11:00:00.000Z',
}

const all = () => connections.changed({ after: 0, limit: 100 })
/** The user and the wallet of each entry, in the order of the changes. */
const pairs = async () =>
  (await all()).map(({ connection: { user_id, wallet_address } }) => `${user_id} ${wallet_address}`)

describe('keep', () => {
  it('adds an entry with the same first and last time, and changes only its cursor when it is added twice', async () => {
    const { confirmed_at, ...rest } = first
    const connection = { ...rest, first_confirmed_at: confirmed_at, last_confirmed_at: confirmed_at }
    for (const cursor of [1, 2]) {
      await connections.keep(first)
      expect(await all()).toEqual([{ cursor, connection }])
    }
  })

  it('moves the entry to the end with a new cursor and its first time when the same wallet is confirmed again', async () => {
    await connections.keep(first)
    await connections.keep({ ...first, user_id: 'bob' })
    await connections.keep(later)
    const { confirmed_at, ...rest } = later
    const times = { first_confirmed_at: first.confirmed_at, last_confirmed_at: confirmed_at }
    const entries = await all()
    expect(entries.map(({ cursor, connection: { user_id } }) => [cursor, user_id])).toEqual([
      [2, 'bob'],
      [3, 'ada'],
    ])
    expect(entries[1]?.connection).toEqual({ ...rest, ...times })
  })

  it('changes only the first time and the cursor when an earlier confirm has waited', async () => {
    await connections.keep(later)
    const [before] = await all()
    await connections.keep(first, { hasWaited: true })
    const changed = { ...before?.connection, first_confirmed_at: first.confirmed_at }
    expect(await all()).toEqual([{ cursor: 2, connection: changed }])
    await connections.keep(
      { ...first, confirmed_at: later.confirmed_at.replace(/^\d{4}/, '2001') },
      { hasWaited: true },
    )
    await connections.keep(first, { hasWaited: true })
    expect((await all()).map(({ cursor }) => cursor)).toEqual([3])
  })

  it('stores a newer confirm when the clock of its instance is behind', async () => {
    await connections.keep({ ...later, proven: false })
    await connections.keep({ ...first, request_id: 'newer', proven: true })
    const [{ connection } = {}] = await all()
    expect(connection).toMatchObject({
      request_id: 'newer',
      proven: true,
      first_confirmed_at: first.confirmed_at,
      last_confirmed_at: later.confirmed_at,
    })
  })

  it('changes nothing when the request was already confirmed with any wallet', async () => {
    await connections.keep({ ...first, proven: true })
    const before = await all()
    await connections.keep({ ...first, proven: false, confirmed_before: true })
    await connections.keep({ ...first, wallet_address: 'another', confirmed_before: true })
    expect(await all()).toEqual(before)
  })

  it('adds a confirm of an already confirmed request when the first confirm is unknown', async () => {
    await connections.keep({ ...first, confirmed_before: true })
    expect((await all()).map(({ connection }) => connection.confirmed_before)).toEqual([true])
  })

  it('adds the first confirm when answers to other presses of the request came before it', async () => {
    await connections.keep({ ...later, request_id: first.request_id })
    await connections.keep({ ...later, request_id: first.request_id, wallet_address: 'wallet-2' })
    await connections.keep(first, { hasWaited: true })
    await connections.keep({ ...later, request_id: first.request_id, wallet_address: 'wallet-3' })
    expect((await all()).map(({ connection: { wallet_address, ...entry } }) => [wallet_address, entry])).toMatchObject([
      ['wallet-2', { confirmed_before: true, request_id: first.request_id }],
      ['wallet-1', { confirmed_before: false, last_confirmed_at: later.confirmed_at }],
    ])
  })

  it('has separate entries for two wallets of a user and two users of a wallet', async () => {
    await connections.keep(first)
    await connections.keep({ ...first, wallet_address: 'wallet-2' })
    await connections.keep({ ...first, user_id: 'bob' })
    // This pair would collide if the user and the wallet were only concatenated.
    await connections.keep({ ...first, user_id: 'adawallet', wallet_address: '-1' })
    expect(await pairs()).toEqual(['ada wallet-1', 'ada wallet-2', 'bob wallet-1', 'adawallet -1'])
  })

  it('returns texts unchanged, whatever they contain', async () => {
    const escaped = [`"ada" and 'bob'`, String.raw`https://a.example/\/u00e9 \n`, 'a\u0000b\n\t\u007F\u2028']
    for (const text of [...escaped, '👩‍🚀 ünïcödé 漢字', '%s %1 {}[]:,', '1e400', '']) {
      const texts = {
        user_id: text,
        subnet_user_id: text,
        wallet_address: text,
        request_id: text,
        confirmed_before: false,
      }
      for (const confirmed of [first, later]) await connections.keep({ ...confirmed, ...texts })
      const times = { first_confirmed_at: first.confirmed_at, last_confirmed_at: later.confirmed_at }
      expect((await all()).map((entry) => entry.connection)).toEqual([{ ...texts, proven: true, ...times }])
      expect(await connections.forget(text), text).toBe(1)
    }
  })
})

describe('changed', () => {
  const confirm = (user_id: string, confirmed_at = first.confirmed_at) =>
    connections.keep({ ...first, user_id, confirmed_at })
  const usersAfter = async (after: number) => {
    const page = await connections.changed({ after, limit: 2 })
    return { users: page.map((entry) => entry.connection.user_id), cursor: page.at(-1)?.cursor ?? after }
  }

  it('omits and repeats no change when entries change between the pages', async () => {
    for (const user of ['1', '2', '3', '4']) await confirm(user)
    const one = await usersAfter(0)
    expect(one.users).toEqual(['1', '2'])
    // One entry that was read, one that was not read, and a new one.
    for (const user of ['1', '3', '5']) await confirm(user, later.confirmed_at)
    const two = await usersAfter(one.cursor)
    expect(two.users).toEqual(['4', '1'])
    const three = await usersAfter(two.cursor)
    expect(three.users).toEqual(['3', '5'])
    expect(await usersAfter(three.cursor)).toEqual({ users: [], cursor: three.cursor })
  })

  it('gives each change a separate cursor when two instances confirm at once', async () => {
    const theirs = redisConnections(redis.connect(), `subnet-${prefixes}:`)
    const users = Array.from({ length: 20 }, (_, number) => `user-${number}`)
    const confirms = users.map((user_id, number) => (number % 2 ? connections : theirs).keep({ ...first, user_id }))
    await Promise.all(confirms)
    const entries = await all()
    expect(entries.map(({ cursor }) => cursor)).toEqual(users.map((_, number) => number + 1))
    expect(new Set(entries.map((entry) => entry.connection.user_id))).toEqual(new Set(users))
  })
})

describe('forget', () => {
  it('deletes only the entries of one user and returns their number', async () => {
    for (const user_id of ['ada', 'bob', 'Ada', 'ada ']) await connections.keep({ ...first, user_id })
    await connections.keep({ ...first, wallet_address: 'wallet-2' })
    expect(await connections.forget('ada')).toBe(2)
    expect(await pairs()).toEqual(['bob wallet-1', 'Ada wallet-1', 'ada  wallet-1'])
    expect(await connections.forget('ada')).toBe(0)
    expect(await connections.forget('hash-of-ada')).toBe(0)
  })

  it('leaves no data of the user in Redis after their last entry is deleted', async () => {
    await connections.keep(first)
    await connections.forget('ada')
    const keys = await redis.command('KEYS', `*subnet-${prefixes}:*`)
    // The request is remembered for an hour, without the user.
    const left = ['cursor', `request:${first.request_id}`].map((key) => `{subnet-${prefixes}:connections}:${key}`)
    expect((keys as string[]).toSorted((one, other) => one.localeCompare(other))).toEqual(left)
  })

  it('gives a later cursor than before when the user connects again', async () => {
    await connections.keep(first)
    await connections.keep({ ...first, user_id: 'bob' })
    await connections.forget('ada')
    await connections.keep(later)
    expect(await connections.changed({ after: 2, limit: 10 })).toMatchObject([
      { cursor: 3, connection: { user_id: 'ada', first_confirmed_at: later.confirmed_at } },
    ])
  })

  it('finds all entries when Redis returns them in several pages', async () => {
    const users = Array.from({ length: 2500 }, (_, number) => (number % 5 === 0 ? 'ada' : 'bob'))
    await Promise.all(
      users.map((user_id, wallet) => connections.keep({ ...first, user_id, wallet_address: `${wallet}` })),
    )
    expect(await connections.forget('ada')).toBe(500)
    const left = await connections.changed({ after: 0, limit: 3000 })
    expect(left).toHaveLength(2000)
    expect(left.every((entry) => entry.connection.user_id === 'bob')).toBe(true)
  })
})

it('connections throw StoreUnavailableError when Redis is stopped, and work again when it is back', async () => {
  await connections.keep(first)
  await redis.stop()
  await expect(connections.keep(later)).rejects.toBeInstanceOf(StoreUnavailableError)
  await expect(connections.changed({ after: 0, limit: 1 })).rejects.toBeInstanceOf(StoreUnavailableError)
  await expect(connections.forget('ada')).rejects.toBeInstanceOf(StoreUnavailableError)
  await redis.start()
  await vi.waitFor(() => connections.keep(first), 10_000)
  expect(await pairs()).toEqual(['ada wallet-1'])
})
