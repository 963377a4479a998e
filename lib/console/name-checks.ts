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
 * Checks whether the service understands the names that the interface leaves open. A service may ignore an unknown
 * parameter or refuse it. Most checks first send the request without the parameter, because the service could refuse it
 * for another reason.
 */

type NamesConfig = Pick<Config, 'service'>

const ask = (variable: string) => `Ask the service's operators for the name, and set ${variable}.`
const dayInMs = 24 * 60 * 60 * 1000

/** The result of a request with the name in question, or without it. */
type Tried<Data> = { kind: 'answered'; data: Data } | { kind: 'refused'; error: ServiceError }

async function tried<Data>(call: Promise<Data>): Promise<Tried<Data>> {
  try {
    return { kind: 'answered', data: await call }
  } catch (error) {
    if (error instanceof ServiceError) return { kind: 'refused', error }
    throw error
  }
}

/** Returns the verdict after a failed request with the name. */
function refusalVerdict(config: NamesConfig, error: ServiceError, variable: string): Verdict {
  if (!(error instanceof ServiceRefusedError) || error.kind !== 'unknown') {
    return unknown(`Could not check: ${error.message}`)
  }
  const message = serviceMessage(error.serviceText, [config.service.apiKey])
  return wrong(
    `The service refuses a request with it (${error.status}${message === null ? '' : `: “${message}”`}).`,
    ask(variable),
  )
}

const baselineFailed = (error: ServiceError) =>
  unknown(`Could not check: the request also fails without it. ${error.message}`)

/** Checks the page size. The service must answer with the requested one. */
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

/** Checks the page number. The service must answer a request for the second page with the second page. */
async function judgePageName(config: NamesConfig): Promise<Verdict> {
  const { service } = config
  const plain = await tried(listBalances(service, {}, service))
  if (plain.kind === 'refused') return baselineFailed(plain.error)
  const hasSecondPage = plain.data.total > plain.data.limit
  const asked = await tried(listBalances(service, { page: 2 }, service))
  if (asked.kind === 'answered') {
    if (asked.data.page === 2) return holds('Asked for page 2, it answers with page 2.')
    return unknown('Could not check: all balances are on one page.', 'Try again when the subnet has more users.')
  }
  const { error } = asked
  if (error instanceof ServiceProtocolError && error.path === 'data.pagination.page') {
    return wrong('Asked for page 2, it answers with another page.', ask('SERVICE_PARAM_PAGE'))
  }
  // A service may refuse a page that it does not have.
  if (!hasSecondPage) return unknown('Could not check: all balances are on one page.')
  return refusalVerdict(config, error, 'SERVICE_PARAM_PAGE')
}

const isoDate = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Checks the first date with a day in the future, which has no conversions. */
const judgeFromName = (config: NamesConfig) =>
  judgeDateName(
    config,
    'SERVICE_PARAM_FROM',
    { from: isoDate(Date.now() + 2 * dayInMs) },
    'from the day after tomorrow',
  )

/** Checks the last date with a day before the service existed, which has no conversions. */
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
  if (plain.data.total === 0) return unknown('Could not check: there are no conversions yet.')
  const asked = await readConversions(dates)
  if (asked.kind === 'refused') return refusalVerdict(config, asked.error, variable)
  if (asked.data.items.length === 0) return holds(`Asked for conversions ${when}, it returns none.`)
  return wrong(`Asked for conversions ${when}, it returns other conversions.`, ask(variable))

  /**
   * Asks for one conversion, because conversions can be large. If the service refuses the page size, it asks without
   * one.
   */
  async function readConversions(query: typeof dates): Promise<Tried<Page<unknown>>> {
    const small = await tried(listConversions(service, { ...query, limit: 1 }, service))
    return small.kind === 'answered' ? small : tried(listConversions(service, query, service))
  }
}

/** Checks the wallet address. The service must answer that the wallet is unknown, not that the address is missing. */
async function judgeAddressName(config: NamesConfig): Promise<Verdict> {
  const { service } = config
  const madeUpWallet = bs58.encode(crypto.getRandomValues(new Uint8Array(32)))
  const asked = await tried(listResourcesByWallet(service, madeUpWallet, service))
  if (asked.kind === 'answered') {
    return unknown(
      'Could not check: asked for the resources of a made-up wallet, the service does not answer that it is not found.',
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

/** The names, and the check of each. */
export const nameChecks = [
  { variable: 'SERVICE_PARAM_PAGE', judge: judgePageName },
  { variable: 'SERVICE_PARAM_LIMIT', judge: judgeLimitName },
  { variable: 'SERVICE_PARAM_FROM', judge: judgeFromName },
  { variable: 'SERVICE_PARAM_UNTIL', judge: judgeUntilName },
  { variable: 'SERVICE_PARAM_ADDRESS', judge: judgeAddressName },
] as const
