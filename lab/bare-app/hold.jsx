import { sealData, unsealData } from 'iron-session'
import { cookies } from 'next/headers'

/* What the real app does in `lib/connect`, for one link and with no check of it. */

const password = process.env.HOLD_PASSWORD ?? ''
const attributes = { httpOnly: true, sameSite: 'lax', path: '/' }

export async function keepHold(link) {
  const jar = await cookies()
  jar.set('hold', await sealData(link, { password, ttl: 1800 }), { ...attributes, maxAge: 1800 })
}

export async function readHold() {
  const jar = await cookies()
  return unsealData(jar.get('hold')?.value ?? '', { password, ttl: 1800 })
}

export async function forgetHold() {
  const jar = await cookies()
  jar.delete('hold')
}
