import { z } from 'zod'
import { demoIssuer, type Identity } from './identity'

const demoName = z
  .string()
  .normalize('NFC')
  .trim()
  .min(1)
  .max(80)
  .regex(/^\P{Cc}+$/u)

/**
 * The identity of a user who signs in with this name through the demo login. There is no password, which
 * is why the demo login exists on loopback only.
 *
 * @returns null if the name is empty, too long, or contains control characters.
 */
export function demoIdentity(name: unknown): Identity | null {
  const parsed = demoName.safeParse(name)
  if (!parsed.success) return null
  const id = `${demoIssuer}:${parsed.data.toLowerCase()}`
  return { issuer: demoIssuer, id, name: parsed.data, hasOperatorRole: false }
}
