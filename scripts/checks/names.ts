import bs58 from 'bs58'
import type { Config } from '../../lib/config'
import { dayInMs } from '../../lib/config/durations'
import { formatDay } from '../../lib/format'
import {
  isServiceError,
  listBalances,
  listConversions,
  listResourcesByWallet,
  orThrow,
  serviceMessage,
  type Dates,
} from '../../lib/service'
import { holds, unknown, wrong, type Verdict } from './verdict'

type Service = Config['service']

/**
 * Makes a check whether the service understands a name. A service may ignore an unknown parameter or refuse it.
 *
 * @param readWithout - sends the request without the parameter, because the service could refuse it for another reason.
 * @param judge - sends the request with the parameter. `todo` is the remedy for a wrong name. A check that throws a
 *   `ServiceRefusedError` of no known kind finds the name wrong.
 */
function nameCheck<Plain>(
  variable: string,
  readWithout: (service: Service) => Promise<Plain>,
  judge: (service: Service, plain: Plain, todo: string) => Promise<Verdict>,
) {
  const todo = `Ask the service's operators for the name, and set ${variable}.`
  return {
    variable,
    judge: async ({ service }: Pick<Config, 'service'>): Promise<Verdict> => {
      let worksWithout = false
      try {
        const plain = await readWithout(service)
        worksWithout = true
        return await judge(service, plain, todo)
      } catch (error) {
        if (!isServiceError(error)) throw error
        if (!worksWithout) return unknown(`Could not check: the request also fails without it. ${error.message}`)
        if (error.name !== 'ServiceRefusedError' || error.kind !== 'unknown')
          return unknown(`Could not check: ${error.message}`)
        const message = serviceMessage(error.serviceText, [service.apiKey])
        const says = message === null ? '' : `: “${message}”`
        return wrong(`The service refuses a request with it (${error.status}${says}).`, todo)
      }
    },
  }
}

const readBalances = async (service: Service) => orThrow(await listBalances(service, {}, service))

/** The service must answer a request for the second page with the second page. */
const pageCheck = nameCheck('SERVICE_PARAM_PAGE', readBalances, async (service, { total, limit }, todo) => {
  try {
    const { page } = orThrow(await listBalances(service, { page: 2 }, service))
    if (page === 2) return holds('Asked for page 2, it answers with page 2.')
    return unknown('Could not check: all balances are on one page.', 'Try again when the subnet has more users.')
  } catch (error) {
    if (!isServiceError(error)) throw error
    if (error.name === 'ServiceProtocolError' && error.path === 'data.pagination.page') {
      return wrong('Asked for page 2, it answers with another page.', todo)
    }
    // A service may refuse a page that it does not have.
    if (total <= limit) return unknown('Could not check: all balances are on one page.')
    throw error
  }
})

/** The service must answer with the requested page size. */
const limitCheck = nameCheck('SERVICE_PARAM_LIMIT', readBalances, async (service, plain, todo) => {
  const asked = plain.limit === 1 ? 2 : 1
  const { limit } = orThrow(await listBalances(service, { limit: asked }, service))
  const what = `Asked for ${asked} a page, it answers with ${limit} a page.`
  return limit === asked ? holds(what) : wrong(what, todo)
})

/**
 * Reads one conversion, because conversions can be large. If the service refuses the page size, it reads without one.
 */
async function readConversions(service: Service, dates: Dates = {}) {
  const one = await listConversions(service, { ...dates, limit: 1 }, service)
  return orThrow(one.ok ? one : await listConversions(service, dates, service))
}

/** @param datesWithout - returns dates without any conversions. */
const dateCheck = (variable: string, when: string, datesWithout: () => Dates) =>
  nameCheck(
    variable,
    (service) => readConversions(service),
    async (service, { total }, todo) => {
      if (total === 0) return unknown('Could not check: there are no conversions yet.')
      const { items } = await readConversions(service, datesWithout())
      if (items.length === 0) return holds(`Asked for conversions ${when}, it returns none.`)
      return wrong(`Asked for conversions ${when}, it returns other conversions.`, todo)
    },
  )

const fromCheck = dateCheck('SERVICE_PARAM_FROM', 'from the day after tomorrow', () => ({
  from: formatDay(new Date(Date.now() + 2 * dayInMs)),
}))

/** The service did not exist yet in that year. */
const untilCheck = dateCheck('SERVICE_PARAM_UNTIL', 'until the year 2000', () => ({ until: '2000-01-01' }))

/** The service must answer that a made-up wallet is unknown, not that the address is missing. */
const addressCheck = nameCheck(
  'SERVICE_PARAM_ADDRESS',
  // Nothing to compare with, because the service must refuse a request without an address.
  async () => null,
  async (service, _, todo) => {
    const wallet = bs58.encode(crypto.getRandomValues(new Uint8Array(32)))
    const result = await listResourcesByWallet(service, wallet, service)
    const kind = !result.ok && result.error.name === 'ServiceRefusedError' ? result.error.kind : null
    if (kind === 'wallet_not_found') return holds('Asked for a made-up wallet, it answers that it is not found.')
    if (kind === 'address_missing') {
      return wrong('Asked with an address, it answers that the address is missing.', todo)
    }
    orThrow(result)
    return unknown(
      'Could not check: asked for the resources of a made-up wallet, the service does not answer that it is not found.',
    )
  },
)

export const nameChecks = [pageCheck, limitCheck, fromCheck, untilCheck, addressCheck]
