import { z } from 'zod'
import { demoIssuer, type Identity } from '@/lib/auth/identity'

const demoName = z
  .string()
  .normalize('NFC')
  .trim()
  .min(1)
  .max(80)
  .regex(/^\P{Cc}+$/u)

/**
 * Who somebody is that gives this name to the demo login. Nothing is checked but the name itself,
 * which is why the login exists on loopback only.
 *
 * @returns null where it is not a name: empty, too long, or with control characters.
 */
export function demoIdentity(name: unknown): Identity | null {
  const parsed = demoName.safeParse(name)
  if (!parsed.success) return null
  const id = `${demoIssuer}:${parsed.data.toLowerCase()}`
  return { issuer: demoIssuer, id, name: parsed.data, hasOperatorRole: false }
}
