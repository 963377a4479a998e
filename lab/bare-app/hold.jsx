import { sealData, unsealData } from 'iron-session'
import { cookies } from 'next/headers'

/* Holds one link like `lib/connect` of the real app, but without checks. */

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
