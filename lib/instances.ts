import 'server-only'
import { randomBytes } from 'node:crypto'
import { perProcess } from './per-process'

/*
 * Whether other instances of this app run beside this one. Where they share no Redis, they tell each other nothing:
 * but what one instance gives a browser is brought to another, and then carries the first one's mark.
 */

/** In a deploy the former process goes on for so long beside the new one, which makes no second instance. */
const deployOverlapMs = 2 * 60_000
/** Another instance that has not been heard of for so long is gone. */
const memoryMs = 24 * 60 * 60_000

interface Instance {
  id: string
  startedAt: number
  otherSeenAt: number
}

const self = (now: number) =>
  perProcess('instance', (): Instance => ({
    id: randomBytes(6).toString('base64url'),
    startedAt: now,
    otherSeenAt: -Infinity,
  }))

/** What this instance marks things with: its name and the time. */
export function instanceMark(now = Date.now()): string {
  return `${self(now).id}.${now}`
}

/** Looks at the mark of something that a browser has brought. */
export function noteInstanceMark(mark: string | undefined, now = Date.now()): void {
  const instance = self(now)
  const [, id, at] = /^([\w-]{8})\.(\d+)$/.exec(mark ?? '') ?? []
  if (id === undefined || id === instance.id) return
  // An older one is of a process that this one has replaced.
  if (Number(at) > instance.startedAt + deployOverlapMs) instance.otherSeenAt = now
}

/** Whether another instance was seen beside this one in the last day. */
export function hasSeenOtherInstance(now = Date.now()): boolean {
  return now - self(now).otherSeenAt < memoryMs
}
