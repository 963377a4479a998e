import { checkKey } from '../../lib/console/overview/key-check'
import { clockErrorMs, maxClockErrorMs, type ClockReading } from '../../lib/console/shared/clock-error'
import type { ServiceAccess } from '../../lib/service'
import { sendRequest } from './http'
import { consoleText } from './texts'
import { holds, unknown, verdictOf, wrong, type Verdict } from './verdict'

/** Whether anything answers at the base address. No key is sent. */
export function judgeServiceAddress(baseUrl: string): Promise<Verdict> {
  return verdictOf(async () => {
    const { status } = await sendRequest(new URL(baseUrl))
    if (status < 500) return holds(`The service answers at ${baseUrl}.`)
    return wrong(`${baseUrl} answers with ${status}.`, 'Check SERVICE_BASE_URL. If it is right, the service is down.')
  }, "Check SERVICE_BASE_URL, this machine's network, and its DNS and TLS certificates.")
}

/** Whether key and subnet ID are right, by the made-up request of the interface ("Errors"). */
export async function judgeKey(access: ServiceAccess, { deadlineMs }: { deadlineMs: number }): Promise<Verdict> {
  const { verdict, message } = await checkKey(access, { deadlineMs })
  const title = consoleText(`keyCheck.${verdict}.title`)
  if (verdict === 'fine') return holds(`${title}.`)
  const what = message === null ? `${title}.` : `${title}. The service says: “${message}”`
  const judge = verdict === 'rate_limited' || verdict === 'server_error' ? unknown : wrong
  return judge(what, consoleText(`keyCheck.${verdict}.text`))
}

/** Compares this machine's clock with the service's `Date`. */
export async function judgeClock(baseUrl: string): Promise<Verdict> {
  const sentAt = Date.now()
  const { headers } = await sendRequest(new URL(baseUrl))
  const serviceTime = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(serviceTime)) return unknown("The service's responses have no Date.")
  return judgeClockError({ serviceTime, sentAt, receivedAt: Date.now() })
}

/** Judges what a response's `Date` says of this machine's clock. */
export function judgeClockError(reading: ClockReading): Verdict {
  const errorMs = clockErrorMs(reading)
  if (Math.abs(errorMs) <= maxClockErrorMs) return holds("This machine's clock agrees with the service's.")
  const distance = `${Math.round(Math.abs(errorMs) / 1000)} seconds ${errorMs > 0 ? 'ahead of' : 'behind'}`
  return wrong(`This machine's clock is ${distance} the service's.`, 'Set it by NTP (timedatectl set-ntp true).')
}
