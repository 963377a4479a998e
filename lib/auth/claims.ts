import 'server-only'
import { z } from 'zod'
import { visibleText } from '@/lib/service'
import { LoginError } from './failure'
import { userIdProblem, userIdSchema, type Identity } from './identity'
import type { LoginSettings } from './provider'

/** A claim's name (possibly a URL), or a path of names: `realm_access.roles`, or an array of names. */
export type ClaimName = string | string[]

export type Claims = Record<string, unknown>

/** How far the clock of a provider, or of the operator's own site, may differ from this server's clock. */
export const clockToleranceSeconds = 60

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function claimAt(claims: Claims, name: ClaimName): unknown {
  if (typeof name === 'string' && Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const step of typeof name === 'string' ? name.split('.') : name) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return undefined
    value = value[step]
  }
  return value
}

/** Reads a text that fits `userIdSchema`, or a whole number below 2^53, because `JSON.parse` rounds larger ones. */
export function userIdAt(claims: Claims, name: ClaimName): string | undefined {
  const value = claimAt(claims, name)
  const id = Number.isSafeInteger(value) ? String(value) : value
  return userIdSchema.safeParse(id).data
}

// A session is a cookie and must stay under 4 KB.
const maxTextBytes = 200
const maxEmailBytes = 254

function shownText(value: unknown): string | undefined {
  const text = typeof value === 'string' ? visibleText(value) : null
  if (text === null) return undefined
  // With `stream`, the decoder drops a character that was cut in two.
  return new TextDecoder().decode(Buffer.from(text).subarray(0, maxTextBytes), { stream: true }).trim()
}

/** Omits a long e-mail address, because a cut address would be another person's. */
function emailOf(claims: Claims): string | undefined {
  const email = typeof claims['email'] === 'string' ? claims['email'].trim() : ''
  return email !== '' && Buffer.byteLength(JSON.stringify(email)) <= maxEmailBytes ? email : undefined
}

export function nameOf(claims: Claims): string | undefined {
  const parts = [claims['given_name'], claims['family_name']].map(shownText).filter((part) => part !== undefined)
  const { name, preferred_username: username, nickname, 'cognito:username': cognitoName } = claims
  const names = [name, parts.join(' '), username, nickname, emailOf(claims), cognitoName]
  return names.map(shownText).find((text) => text !== undefined)
}

/**
 * Entra omits groups if there are too many, and then sends `_claim_names`
 * (https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference#groups-overage-claim).
 */
export const hasNoRoles = (claims: Claims, names: readonly ClaimName[]): boolean =>
  claimAt(claims, ['_claim_names', 'groups']) !== undefined ||
  names.every((name) => claimAt(claims, name) === undefined)

function hasRole(value: unknown, role: string): boolean {
  // Zitadel sends roles as the keys of an object. Each value lists the organizations that grant the role
  // (https://zitadel.com/docs/guides/integrate/retrieve-user-roles).
  if (isObject(value)) return Object.hasOwn(value, role) && (value[role] === true || isObject(value[role]))
  return [value].flat().includes(role)
}

/**
 * Reads the identity. A claim of an unexpected type counts as missing, because it must not prevent a sign-in.
 *
 * @param settings.trustsEmail - if false, an address needs `email_verified`: many providers let users enter any.
 * @param settings.userIdClaim - only the ID token counts, because userinfo is not signed.
 * @throws LoginError if the subject or the user ID is missing or invalid.
 */
export function identityFromClaims(
  { idToken, userinfo }: { idToken: Claims; userinfo: Claims },
  settings: Partial<LoginSettings> & Pick<LoginSettings, 'issuer' | 'trustsEmail' | 'rolesClaims'>,
): Identity {
  const claims = { ...userinfo, ...idToken }
  if (!z.string().min(1).max(255).safeParse(claims['sub']).success)
    throw new LoginError('id_token_refused', { endpoint: 'token', reason: 'sub is not a text of 1 to 255 characters' })
  const { issuer, userIdClaim = 'sub', trustsEmail, walletClaim, operatorRole, viewerRole, rolesClaims } = settings
  const id = userIdAt(idToken, userIdClaim)
  if (id === undefined) {
    const value = claimAt(idToken, userIdClaim)
    const reason = value === undefined ? 'not in the ID token' : userIdProblem(value)
    throw new LoginError('user_id_claim', { endpoint: 'token', claim: [userIdClaim].flat().join('.'), reason })
  }
  const walletAddress = walletClaim === undefined ? undefined : shownText(claimAt(claims, walletClaim))
  const email = emailOf(claims)
  // Not from the merged claims, whose `email_verified` may belong to another address.
  const verdicts = [idToken, userinfo].filter((claims) => claims['email'] === (idToken['email'] ?? userinfo['email']))
  // Cognito's userinfo has `email_verified` as a text
  // (https://docs.aws.amazon.com/cognito/latest/developerguide/userinfo-endpoint.html).
  const isVerified = verdicts.some(({ email_verified: verified }) => verified === true || verified === 'true')
  const isDenied = verdicts.some(({ email_verified: verified }) => verified === false || verified === 'false')
  const roles = [operatorRole, viewerRole].filter((role) => role !== undefined)
  return {
    issuer,
    id,
    name: nameOf(claims) ?? shownText(id) ?? id,
    ...(email && !isDenied && (isVerified || trustsEmail) ? { trustedEmail: email } : {}),
    ...(walletAddress ? { walletAddress } : {}),
    roles: roles.filter((role) => rolesClaims.some((name) => hasRole(claimAt(claims, name), role))),
  }
}
