import { z } from 'zod'
import { dayInMs } from '../clock'
import { accounts } from '../connect'
import { balanceOf, conversionOf, convertedAt, convertedWeeks } from '../data/points'
import { seededRuns, taskRunRecord, type TaskRun } from '../data/task-runs'
import { findUser, resourcesOf } from '../data/users'
import type { Quirks } from '../settings'
import type { StandInState } from '../state'
import { Refused, type Call, type Operation } from './operation'

/* The four operations that read. */

/**
 * Reads the parameters of a call strictly, by the keys of their configurable names.
 *
 * @throws Refused with the name of a parameter that is unknown, comes twice, or has a wrong value
 */
function readQuery<Types extends Partial<Record<keyof StandInState['settings']['names'], z.ZodType>>>(
  { state, query }: Call,
  types: Types,
) {
  const { names, quirks } = state.settings
  const known = new Set<string>()
  const values = Object.entries(types).map(([key, type]) => {
    const name = names[key as keyof typeof names]
    known.add(name)
    const given = query.getAll(name)
    const { success, data, error } = type.safeParse(given.length > 1 ? given : given[0])
    if (!success) throw new Refused(400, `${name}: ${error.issues[0]?.message}`)
    return [key, data]
  })
  const unknown = [...query.keys()].find((name) => !known.has(name))
  if (unknown !== undefined && !quirks.ignoresUnknown) throw new Refused(400, `${unknown}: unknown parameter`)
  return Object.fromEntries(values) as { [Key in keyof Types]: z.infer<Types[Key]> }
}

/** A page ("Limits"). The interface states no default for its size, but its examples show 50. */
const paging = {
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

/** Makes the rows of a page, one by one. */
function pageOf<Row>({ page, limit }: { page: number; limit: number }, total: number, row: (index: number) => Row) {
  const start = (page - 1) * limit
  const length = Math.max(0, Math.min(limit, total - start))
  return { rows: Array.from({ length }, (_, i) => row(start + i)), pagination: { page, limit, total } }
}

/** Sets a field to null in every Nth record of a list, if a quirk says so. */
const withNulls = <Item extends object>(
  items: readonly Item[],
  field: keyof Item & string,
  { nullsEvery }: Quirks,
): object[] =>
  items.map((item, index) => ((index + 1) % (nullsEvery ?? Infinity) === 0 ? { ...item, [field]: null } : item))

/** Operation 1: list pending task runs. */
const pending: Operation = {
  name: 'pending',
  method: 'GET',
  path: '/task_runs/pending',
  handle: (call) => {
    const { state } = call
    readQuery(call, {})
    const limit = 100
    const runs = allRuns(state)
      .filter((run) => run.blockchainStatus !== 'finished')
      .sort((a, b) => a.updatedAt - b.updatedAt)
      .slice(0, limit)
      .map((run) => taskRunRecord(run, state.clock.now()))
    const task_runs = withNulls(runs, 'updated_at', state.settings.quirks)
    return { status: 200, body: { status: 'success', data: { task_runs, count: runs.length, limit } } }
  },
}

/** Returns every current task run, from the seeded data and from uploads. */
export const allRuns = ({ settings, startedAt, uploadedRuns, clock }: StandInState): TaskRun[] => [
  ...seededRuns(settings.data, { startedAt, now: clock.now() }),
  ...uploadedRuns,
]

/** An ISO 8601 date, which includes its whole day, or a moment. Becomes milliseconds. */
const dateOr = (absent: number, edge: 'begins' | 'ends') =>
  z
    .union([
      z.iso.date().transform((day) => Date.parse(day) + (edge === 'ends' ? dayInMs - 1 : 0)),
      z.iso.datetime({ offset: true }).transform((time) => Date.parse(time)),
    ])
    .default(absent)

/** Operation 3: list conversions, the newest first. */
const conversions: Operation = {
  name: 'conversions',
  method: 'GET',
  path: '/conversions',
  handle: (call) => {
    const { settings, startedAt, clock } = call.state
    const { names, data, quirks } = settings
    const query = { from: dateOr(-Infinity, 'begins'), until: dateOr(Infinity, 'ends'), ...paging }
    const { from, until, ...page } = readQuery(call, query)
    if (from > until) throw new Refused(400, `${names.from}: must not be after ${names.until}`)
    const weeks = convertedWeeks(data, { startedAt, now: clock.now() }).filter(
      (week) => convertedAt(week) >= from && convertedAt(week) <= until,
    )
    const { rows, pagination } = pageOf(page, weeks.length, (index) => {
      const conversion = conversionOf(data, weeks[index] ?? 0)
      return { ...conversion, user_breakdown: withNulls(conversion.user_breakdown, 'bolts_earned', quirks) }
    })
    const conversions = withNulls(rows, 'gross_bolts_allocation', quirks)
    return { status: 200, body: { status: 'success', data: { conversions, pagination } } }
  },
}

/** Operation 4: list the users of the subnet with their balances. */
const balances: Operation = {
  name: 'balances',
  method: 'GET',
  path: '/balances',
  handle: (call) => {
    const { settings, startedAt, clock, connections } = call.state
    const { data, quirks } = settings
    const { rows, pagination } = pageOf(readQuery(call, paging), data.users, (user) => {
      // The first users are the accounts of the profile page, so their connected wallets show here.
      const account = accounts[user]
      const connection = account && connections.of(account.id)
      const record = balanceOf(data, user, { startedAt, now: clock.now() })
      return connection ? { ...record, wallet_address: connection.address } : record
    })
    const balances = withNulls(rows, 'bolts', quirks)
    return { status: 200, body: { status: 'success', data: { balances, pagination } } }
  },
}

/** Operation 6: list resources by wallet. */
const resources: Operation = {
  name: 'resources',
  method: 'GET',
  path: '/resources/by-wallet',
  handle: (call) => {
    const { names, data, quirks } = call.state.settings
    const { address } = readQuery(call, { address: z.string().optional() })
    if (!address) throw new Refused(400, `${names.address}: wallet address is missing`, { status: 'error' })
    const connection = call.state.connections.list().find((candidate) => candidate.address === address)
    const user = connection ? accounts.findIndex(({ id }) => id === connection.account) : findUser(data, address)
    if (user < 0) throw new Refused(404, 'Wallet not found', { status: 'error' })
    const resources = withNulls(resourcesOf(data, user), 'name', quirks)
    return { status: 200, body: { status: 'success', resources } }
  },
}

export const lists: readonly Operation[] = [pending, conversions, balances, resources]
