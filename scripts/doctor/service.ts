import { clockErrorMs, maxClockErrorMs, type ClockReading } from '../../lib/console/shared/clock-error'
import { checkKey } from '../../lib/console/overview/key-check'
import type { Config } from '../../lib/config'
import type { ServiceAccess } from '../../lib/service'
import { holds, unknown, wrong, type Verdict } from './finding'
import { sendRequest, UnreachableError } from './http'
import { consoleText } from './texts'

/** Whether anything answers at the base address, whatever it says. No key is sent. */
export async function judgeServiceAddress(baseUrl: string): Promise<Verdict> {
  const startedAt = performance.now()
  try {
    const { status } = await sendRequest(new URL(baseUrl))
    const durationMs = Math.round(performance.now() - startedAt)
    if (status < 500) return holds(`The service answers at ${baseUrl} (${durationMs} ms).`)
    return wrong(`${baseUrl} answers with ${status}.`, 'Check SERVICE_BASE_URL. If it is right, the service is down.')
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    return wrong(
      `Nobody answers at ${baseUrl} (${error.code}).`,
      "Check SERVICE_BASE_URL, this machine's network, and its DNS and TLS certificates.",
    )
  }
}

/** Whether key and subnet ID are right, by the made-up request of the interface ("Errors"). */
export async function judgeKey(access: ServiceAccess, { deadlineMs }: { deadlineMs: number }): Promise<Verdict> {
  const { verdict, message } = await checkKey(access, { deadlineMs })
  const title = consoleText(`keyCheck.${verdict}.title`)
  const text = consoleText(`keyCheck.${verdict}.text`)
  if (verdict === 'fine') return holds(`${title}.`)
  const what = message === null ? `${title}.` : `${title}. The service says: “${message}”`
  const saysNothing = verdict === 'rate_limited' || verdict === 'server_error'
  return saysNothing ? unknown(what, text) : wrong(what, text)
}

/** Compares this machine's clock with the service's `Date`. */
export async function judgeClock({ service }: Config, now: () => number = Date.now): Promise<Verdict> {
  const sentAt = now()
  let date: string | undefined
  try {
    date = (await sendRequest(new URL(service.baseUrl))).headers.date
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    return unknown('Not checked: the service was not reached.')
  }
  const receivedAt = now()
  const serviceTime = Date.parse(date ?? '')
  if (Number.isNaN(serviceTime)) return unknown("The service's responses have no Date.")
  return judgeClockError({ serviceTime, sentAt, receivedAt })
}

/** Judges what a response's `Date` says of this machine's clock. */
export function judgeClockError(reading: ClockReading): Verdict {
  const errorMs = clockErrorMs(reading)
  if (Math.abs(errorMs) <= maxClockErrorMs) return holds("This machine's clock agrees with the service's.")
  const direction = errorMs > 0 ? 'ahead of' : 'behind'
  return wrong(
    `This machine's clock is ${Math.round(Math.abs(errorMs) / 1000)} seconds ${direction} the service's.`,
    'Set it by NTP (timedatectl set-ntp true).',
  )
}
