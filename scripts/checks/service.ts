import { randomBytes } from 'node:crypto'
import bs58 from 'bs58'
import { checkKey, madeUpRequest } from '../../lib/console/key-check'
import { confirmConnection, type CallOptions, type Confirmed, type Result, type ServiceAccess } from '../../lib/service'
import { sendRequest } from './http'
import { consoleText } from './texts'
import { holds, unknown, verdictOf, wrong, type Verdict } from './verdict'

/** Checks whether a server answers at the base URL. It sends no key. */
export function judgeServiceAddress(baseUrl: string): Promise<Verdict> {
  return verdictOf(async () => {
    const { status } = await sendRequest(new URL(baseUrl))
    if (status < 500) return holds(`A server answers at ${baseUrl}.`)
    return wrong(`${baseUrl} answers with ${status}.`, 'Check SERVICE_BASE_URL. If it is right, the service is down.')
  }, "Check SERVICE_BASE_URL, this machine's network, and its DNS and TLS certificates.")
}

/** Checks whether the key and the subnet ID are right, with the made-up request of the interface ("Errors"). */
export async function judgeKey(
  access: ServiceAccess,
  { deadlineMs }: { deadlineMs: number },
  check: typeof checkKey = checkKey,
): Promise<Verdict> {
  const { verdict, message, answer } = await check(access, { deadlineMs })
  const title = consoleText(`setup.keyCheck.${verdict}.title`)
  if (verdict === 'fine') return holds(`${title}.`)
  const isElsewhere = verdict === 'not_the_service' && answer !== undefined
  const says = message === null ? '' : ` ${isElsewhere ? 'It' : 'The service'} says: “${message}”`
  const what = `${title}${isElsewhere ? ` (status ${answer})` : ''}.${says}`
  const judge = verdict === 'rate_limited' || verdict === 'server_error' ? unknown : wrong
  return judge(what, consoleText(`setup.keyCheck.${verdict}.text`))
}

/** The max length of a signature in base58 ("Confirm a wallet connection"). */
const maxSignatureLength = 128

/**
 * Checks whether the service reads the signature from the field that SERVICE_SIGNATURE_FIELD names. It sends two
 * made-up requests: one with a signature that is too long, one with 64 random bytes. The service may refuse a field by
 * its name ("Errors"), or answer that the request does not exist.
 */
export async function judgeSignatureField(access: ServiceAccess, options: CallOptions): Promise<Verdict> {
  const { signature: name } = access.names
  const ask = (signature: string) => confirmConnection(access, { ...madeUpRequest(), signature }, options)
  const refusalOf = (answer: Result<Confirmed>) =>
    !answer.ok && answer.error.name === 'ServiceRefusedError' ? answer.error : undefined
  const isAnswer = (answer: Result<Confirmed>) =>
    answer.ok || (refusalOf(answer)?.kind ?? 'not_the_service') !== 'not_the_service'
  const isRefusal = (answer: Result<Confirmed>) =>
    refusalOf(answer)?.kind === 'invalid_request' && refusalOf(answer)?.field === name
  const tooLong = await ask('1'.repeat(maxSignatureLength + 1))
  if (!isAnswer(tooLong)) return unknown('Not checked: the service did not answer.')
  if (!isRefusal(tooLong)) {
    return unknown(
      `Not checked: the service does not say whether it reads “${name}”.`,
      'Connect once with a signature, and ask the service whether the connection is proven.',
    )
  }
  const random = await ask(bs58.encode(randomBytes(64)))
  if (!random.ok && !refusalOf(random)) return unknown('Not checked: the service did not answer.')
  if (!isRefusal(random)) return holds(`The service reads the signature from “${name}”.`)
  return wrong(
    `The service refuses every signature in “${name}”, so no user who signs can connect.`,
    'Ask the service for the name of the field, and set SERVICE_SIGNATURE_FIELD.',
  )
}

interface OtherClock {
  /** The owner in the possessive, like "the service's". */
  owner: string
  maxErrorMs: number
  todo: string
}

/** The service's clock. A larger difference makes the times of the service's events in the console misleading. */
export const serviceClock: OtherClock = {
  owner: "the service's",
  maxErrorMs: 5000,
  todo: 'Set it by NTP (timedatectl set-ntp true).',
}

/** Compares this machine's clock with the `Date` of the response from a URL. */
export async function judgeClock(address: URL, clock: OtherClock): Promise<Verdict> {
  const sentAt = Date.now()
  const { headers } = await sendRequest(address)
  const serviceTime = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(serviceTime)) return unknown(`The answer of ${address.host} has no Date.`)
  return judgeClockError({ serviceTime, sentAt, receivedAt: Date.now() }, clock)
}

/** A response's `Date`, and when this machine sent the request and received the response. All in milliseconds. */
interface ClockReading {
  serviceTime: number
  sentAt: number
  receivedAt: number
}

export function judgeClockError(reading: ClockReading, { owner, maxErrorMs, todo }: OtherClock): Verdict {
  const { serviceTime, sentAt, receivedAt } = reading
  // `Date` has whole seconds, and the server wrote it between `sentAt` and `receivedAt`.
  const aheadMs = Math.max(sentAt - (serviceTime + 1000), 0)
  const errorMs = aheadMs || -Math.max(serviceTime - receivedAt, 0)
  if (Math.abs(errorMs) <= maxErrorMs) return holds(`This machine's clock agrees with ${owner}.`)
  const distance = `${Math.round(Math.abs(errorMs) / 1000)} seconds ${errorMs > 0 ? 'ahead of' : 'behind'}`
  return wrong(`This machine's clock is ${distance} ${owner}.`, todo)
}
