import 'server-only'
import bs58 from 'bs58'
import type { Config } from '@/lib/config'
import {
  listBalances,
  listConversions,
  listResourcesByWallet,
  ServiceError,
  ServiceProtocolError,
  ServiceRefusedError,
  serviceMessage,
  type Page,
} from '@/lib/service'
import { holds, unknown, wrong, type Verdict } from './verdict'

/*
 * Which of the names that the interface leaves open the service understands, judged by its answers. A service
 * may ignore a parameter that it does not know, or refuse it: both are told from the same request without it.
 */

type NamesConfig = Pick<Config, 'service'>

const ask = (variable: string) => `Ask the service's operators for the name, and set ${variable}.`
const dayInMs = 24 * 60 * 60 * 1000

/** A request with the name in question, and the same without it. */
type Tried<Data> = { kind: 'answered'; data: Data } | { kind: 'refused'; error: ServiceError }

async function tried<Data>(call: Promise<Data>): Promise<Tried<Data>> {
  try {
    return { kind: 'answered', data: await call }
  } catch (error) {
    if (error instanceof ServiceError) return { kind: 'refused', error }
    throw error
  }
}

/** What a refusal says: the name is wrong only where the same request without it was answered. */
function refusalVerdict(config: NamesConfig, error: ServiceError, variable: string): Verdict {
  if (!(error instanceof ServiceRefusedError) || error.kind !== 'unknown') {
    return unknown(`Not seen: ${error.message}`)
  }
  const message = serviceMessage(error.serviceText, [config.service.apiKey])
  return wrong(
    `The service refuses a request with it (${error.status}${message === null ? '' : `: “${message}”`}).`,
    ask(variable),
  )
}

const baselineFailed = (error: ServiceError) =>
  unknown(`Not seen: without it, too, the request fails. ${error.message}`)

/** The page size: the service must return as many as it is asked for, and say so. */
async function judgeLimitName(config: NamesConfig): Promise<Verdict> {
  const { service } = config
  const plain = await tried(listBalances(service, {}, service))
  if (plain.kind === 'refused') return baselineFailed(plain.error)
  const limit = plain.data.limit === 1 ? 2 : 1
  const asked = await tried(listBalances(service, { limit }, service))
  if (asked.kind === 'refused') return refusalVerdict(config, asked.error, 'SERVICE_PARAM_LIMIT')
  if (asked.data.limit === limit) return holds(`Asked for ${limit} a page, it answers with ${limit} a page.`)
  return wrong(`Asked for ${limit} a page, it answers with ${asked.data.limit} a page.`, ask('SERVICE_PARAM_LIMIT'))
}

/** The page number: the service must return the second page where it is asked for it. */
async function judgePageName(config: NamesConfig): Promise<Verdict> {
  const { service } = config
  const plain = await tried(listBalances(service, {}, service))
  if (plain.kind === 'refused') return baselineFailed(plain.error)
  const hasSecondPage = plain.data.total > plain.data.limit
  const asked = await tried(listBalances(service, { page: 2 }, service))
  if (asked.kind === 'answered') {
    if (asked.data.page === 2) return holds('Asked for page 2, it answers with page 2.')
    return unknown('Not seen: all balances are on one page.', 'Try again when the subnet has more users.')
  }
  const { error } = asked
  if (error instanceof ServiceProtocolError && error.path === 'data.pagination.page') {
    return wrong('Asked for page 2, it answers with another page.', ask('SERVICE_PARAM_PAGE'))
  }
  // A service may well refuse a page that it does not have.
  if (!hasSecondPage) return unknown('Not seen: all balances are on one page.')
  return refusalVerdict(config, error, 'SERVICE_PARAM_PAGE')
}

const isoDate = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The first date: from a day that has not come yet there is nothing. */
const judgeFromName = (config: NamesConfig) =>
  judgeDateName(
    config,
    'SERVICE_PARAM_FROM',
    { from: isoDate(Date.now() + 2 * dayInMs) },
    'from the day after tomorrow',
  )

/** The last date: until long before there was a service there is nothing. */
const judgeUntilName = (config: NamesConfig) =>
  judgeDateName(config, 'SERVICE_PARAM_UNTIL', { until: '2000-01-01' }, 'until the year 2000')

async function judgeDateName(
  config: NamesConfig,
  variable: string,
  dates: { from?: string; until?: string },
  when: string,
): Promise<Verdict> {
  const { service } = config
  const plain = await readConversions({})
  if (plain.kind === 'refused') return baselineFailed(plain.error)
  if (plain.data.total === 0) return unknown('Not seen: there are no conversions yet.')
  const asked = await readConversions(dates)
  if (asked.kind === 'refused') return refusalVerdict(config, asked.error, variable)
  if (asked.data.items.length === 0) return holds(`Asked for conversions ${when}, it answers with none.`)
  return wrong(`Asked for conversions ${when}, it answers with others.`, ask(variable))

  /** One conversion is enough, and can be large. Where the name of the page size is wrong, it is left out. */
  async function readConversions(query: typeof dates): Promise<Tried<Page<unknown>>> {
    const small = await tried(listConversions(service, { ...query, limit: 1 }, service))
    return small.kind === 'answered' ? small : tried(listConversions(service, query, service))
  }
}

/** The wallet address: the service must say that it does not know the wallet, not that no address was given. */
async function judgeAddressName(config: NamesConfig): Promise<Verdict> {
  const { service } = config
  const nobodysWallet = bs58.encode(crypto.getRandomValues(new Uint8Array(32)))
  const asked = await tried(listResourcesByWallet(service, nobodysWallet, service))
  if (asked.kind === 'answered') {
    return unknown(
      'Not seen: asked for the resources of a made-up wallet, the service does not say that it is unknown.',
    )
  }
  const { error } = asked
  if (error instanceof ServiceRefusedError) {
    if (error.kind === 'wallet_not_found') return holds('Asked for a made-up wallet, it answers that it is not found.')
    if (error.kind === 'address_missing') {
      return wrong('Asked with an address, it answers that the address is missing.', ask('SERVICE_PARAM_ADDRESS'))
    }
  }
  return refusalVerdict(config, error, 'SERVICE_PARAM_ADDRESS')
}

/** The names, and how each is judged. */
export const openNames = [
  { variable: 'SERVICE_PARAM_PAGE', judge: judgePageName },
  { variable: 'SERVICE_PARAM_LIMIT', judge: judgeLimitName },
  { variable: 'SERVICE_PARAM_FROM', judge: judgeFromName },
  { variable: 'SERVICE_PARAM_UNTIL', judge: judgeUntilName },
  { variable: 'SERVICE_PARAM_ADDRESS', judge: judgeAddressName },
] as const
