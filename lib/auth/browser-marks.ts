import 'server-only'
import { cookies } from 'next/headers'
import { config } from '@/lib/config'

/*
 * Cookies that mark a browser, without content. They need no protection: a forged one only shows the sign-in page,
 * sends staff to their console, or says that a wallet is connected.
 */

/** The marks, with the time in seconds for which a browser keeps each. */
const lifetimes = {
  /**
   * Arrivals show the sign-in page first, instead of going straight to the provider. After a sign-out or a failed login,
   * the provider could sign the person in or refuse them again without asking.
   */
  'ask-to-sign-in': 30 * 60,
  /**
   * A login has just ended. Without a connect link, the connect page then sends staff to the console. Without the mark,
   * staff could never open the connect page.
   */
  'just-signed-in': 30,
}

type Mark = keyof typeof lifetimes

const nameOf = (mark: Mark) => `${config().app.isHttps ? '__Host-' : ''}connect-${mark}`

/** Checks whether this browser has the mark. */
export async function hasMark(mark: Mark): Promise<boolean> {
  return Boolean((await cookies()).get(nameOf(mark))?.value)
}

/** Marks this browser, or removes its mark. Call it only in a route handler or an action. */
export async function setMark(mark: Mark, isMarked = true): Promise<void> {
  if (!isMarked && !(await hasMark(mark))) return
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: config().app.isHttps } as const
  const maxAge = isMarked ? lifetimes[mark] : 0
  ;(await cookies()).set(nameOf(mark), isMarked ? '1' : '', { ...options, maxAge })
}
