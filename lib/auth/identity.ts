import { z } from 'zod'
import { isUlidOrAddress, withoutBlanks } from '@/lib/connect/wallet-address-shape'
import { unseen } from '@/lib/format'

// The issuers of two logins. They are no URLs, so no OpenID provider can have them.
export const demoIssuer = 'demo'
export const siteIssuer = ({ origin }: URL) => `site ${origin}`

/** A provider's user can have the same id, and is another person. */
const demoIdPrefix = `${demoIssuer}:`

const lengthProblem = 'not a text of 1 to 255 characters or a whole number'

/**
 * The ID of a user. It is the same text in a field, a cleaned search (`typedId`), a query, a cookie, a hash and Redis.
 * Otherwise, two users could become one, or staff could delete the data of the wrong one. The messages quote nothing.
 */
export const userIdSchema = z
  .string(lengthProblem)
  .min(1, lengthProblem)
  .max(255, lengthProblem)
  .refine((id) => id.trim() === id, 'begins or ends with a blank')
  // Includes half of a surrogate pair, which UTF-8 cannot contain.
  .refine((id) => id.search(unseen) === -1, 'has a line break, or a control, invisible or bidirectional character')
  .refine((id) => !id.includes(' ') || !isUlidOrAddress(withoutBlanks(id)), 'is a ULID or an address with blanks')

/** In words for the log; undefined for a user ID. */
export const userIdProblem = (value: unknown): string | undefined =>
  userIdSchema.safeParse(value).error?.issues[0]?.message

export const identitySchema = z.object({
  /** An OpenID provider's issuer, the name of another login, or `demoIssuer`. */
  issuer: z.string(),
  id: userIdSchema,
  name: z.string().min(1),
  /** The e-mail address, if it is verified or trusted. Used only to recognize operators and viewers. */
  trustedEmail: z.string().optional(),
  walletAddress: z.string().optional(),
  /** Those of the person's roles that had a meaning at the sign-in. The current settings decide what they allow. */
  roles: z.array(z.string()),
})

export type Identity = z.infer<typeof identitySchema>

const demoName = z.string().normalize('NFC').trim().min(1).max(80)

/** Returns null if the name is empty, too long or no part of a user ID. */
export function demoIdentity(name: unknown): Identity | null {
  const parsed = demoName.safeParse(name)
  if (!parsed.success) return null
  const id = demoIdPrefix + parsed.data.toLowerCase()
  if (userIdProblem(id) !== undefined) return null
  return { issuer: demoIssuer, id, name: parsed.data, roles: [] }
}

export interface OfferedLogin {
  issuer: string
  operatorRole?: string | undefined
  viewerRole?: string | undefined
}

/**
 * Turns an identity into a user by the current settings; null if no login accepts its issuer now.
 *
 * @param options.consoleUsers - an entry with an `@` is an e-mail address in any case, and any other a user ID. An ID with
 *   an `@` never matches, because some providers let users choose their ID.
 */
export function userFromIdentity(
  { issuer, id, name, trustedEmail, walletAddress, roles }: Identity,
  options: { logins: readonly OfferedLogin[]; consoleUsers: readonly string[]; consoleViewers: readonly string[] },
) {
  const login = options.logins.find((offered) => offered.issuer === issuer)
  if (!login) return null
  const email = trustedEmail && asciiLowerCase(trustedEmail)
  const isListed = (entries: readonly string[]) =>
    entries.some((entry) =>
      entry.includes('@')
        ? asciiLowerCase(entry) === email
        : entry === id && entry.startsWith(demoIdPrefix) === (issuer === demoIssuer),
    )
  const isGiven = (role: string | undefined) => role !== undefined && roles.includes(role)
  const isOperator = isGiven(login.operatorRole) || isListed(options.consoleUsers)
  const isViewer = !isOperator && (isGiven(login.viewerRole) || isListed(options.consoleViewers))
  return { id, name, ...(walletAddress ? { walletAddress } : {}), isOperator, isViewer }
}

export function mayOpenConsole(user: { isOperator: boolean; isViewer: boolean } | null): boolean {
  return user !== null && (user.isOperator || user.isViewer)
}

/** Changes only ASCII letters. `toLowerCase` would also map the Kelvin sign to k. */
const asciiLowerCase = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
