import 'server-only'
import { cookies } from 'next/headers'
import { config } from '@/lib/config'
import type { ConnectLink } from './arrival'
import { boundHold, holdForUser, newHold, sealedHoldStore, secondsLeft, type Hold, type HoldStore } from './hold'

/*
 * Ties the hold to the cookies of the request that is being answered: the one file below
 * `lib/connect` that knows Next.
 */

/** `__Host-` makes browsers refuse the cookie from a sibling host name or without https. */
function cookieName(): string {
  return config().app.isHttps ? '__Host-connect-hold' : 'connect-hold'
}

function cookieAttributes(maxAge: number) {
  return { httpOnly: true, secure: config().app.isHttps, sameSite: 'lax', path: '/', maxAge } as const
}

let sealed: HoldStore | undefined

function store(): HoldStore {
  const { password, previousPassword } = config().hold
  return (sealed ??= sealedHoldStore({ current: password, previous: previousPassword }))
}

async function findHold(): Promise<Hold | null> {
  const text = (await cookies()).get(cookieName())?.value
  return text ? store().find(text, Date.now()) : null
}

async function writeHold(hold: Hold): Promise<void> {
  const text = await store().put(hold, Date.now())
  ;(await cookies()).set(cookieName(), text, cookieAttributes(secondsLeft(hold, Date.now())))
}

/**
 * Holds a link that has just arrived, in place of an older one.
 *
 * @param userId - the user who is signed in, if anybody is.
 * @throws HoldTooLargeError
 */
export async function keepHold(link: ConnectLink, userId: string | undefined): Promise<void> {
  await writeHold(newHold(link, userId, Date.now()))
}

/** The connect request that waits for this user in this browser. */
export async function holdOf(userId: string): Promise<Hold | null> {
  return holdForUser(await findHold(), userId)
}

/** Binds the held connect request of this browser, if any, to the user who has just signed in. */
export async function bindHold(userId: string): Promise<void> {
  const hold = await findHold()
  if (hold && hold.userId === undefined) await writeHold(boundHold(hold, userId))
}

/** Forgets the held connect request of this browser. */
export async function clearHold(): Promise<void> {
  const jar = await cookies()
  const text = jar.get(cookieName())?.value
  if (text === undefined) return
  await store().remove(text)
  jar.set(cookieName(), '', cookieAttributes(0))
}
