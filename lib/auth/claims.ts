import 'server-only'
import { z } from 'zod'
import { visibleText } from '@/lib/service'
import { LoginError } from './failure'
import type { Identity } from './identity'
import type { LoginSettings } from './provider'

/** A claim's name, which may be a URL, or a path of names: `realm_access.roles`, or the names one by one. */
export type ClaimName = string | string[]

export type Claims = Record<string, unknown>

/** How far the clock of a provider, or of the operator's own site, may be from the server's. */
export const clockToleranceSeconds = 60

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a claim; undefined if it is not there. */
export function claimAt(claims: Claims, name: ClaimName): unknown {
  if (typeof name === 'string' && Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const step of typeof name === 'string' ? name.split('.') : name) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return undefined
    value = value[step]
  }
  return value
}

/**
 * A user ID: a text of 1 to 255 characters, or a whole number as decimal text; undefined for anything else. Numbers from
 * 2^53 on are refused, since JSON makes one of several.
 */
export function userIdAt(claims: Claims, name: ClaimName): string | undefined {
  const value = claimAt(claims, name)
  const id = Number.isSafeInteger(value) ? String(value) : value
  return typeof id === 'string' && id.length >= 1 && id.length <= 255 ? id : undefined
}

// A session is a cookie, which with everything in it must stay under 4 KB: longer values are cut.
const maxTextBytes = 200
const maxEmailBytes = 254

/** A text for people to read: without invisible characters, cut between two characters; undefined for anything else. */
function shownText(value: unknown): string | undefined {
  const text = typeof value === 'string' ? visibleText(value) : null
  if (text === null) return undefined
  // As a stream, which waits for the rest of a character that is cut in two.
  return new TextDecoder().decode(Buffer.from(text).subarray(0, maxTextBytes), { stream: true }).trim()
}

/** An e-mail address is never cut, since it would be another one. */
function emailOf(claims: Claims): string | undefined {
  const email = typeof claims['email'] === 'string' ? claims['email'].trim() : ''
  return email !== '' && Buffer.byteLength(JSON.stringify(email)) <= maxEmailBytes ? email : undefined
}

/** What a user is called, from what a provider may know of them; undefined where that is no more than an ID. */
export function nameOf(claims: Claims): string | undefined {
  const parts = [claims['given_name'], claims['family_name']].map(shownText).filter((part) => part !== undefined)
  const { name, preferred_username: username, nickname, 'cognito:username': cognitoName } = claims
  const names = [name, parts.join(' '), username, nickname, emailOf(claims), cognitoName]
  return names.map(shownText).find((text) => text !== undefined)
}

/** Whether no claim has roles. Entra leaves the groups out where there are too many, and names them in `_claim_names`. */
export const hasNoRoles = (claims: Claims, names: readonly ClaimName[]): boolean =>
  claimAt(claims, ['_claim_names', 'groups']) !== undefined ||
  names.every((name) => claimAt(claims, name) === undefined)

function hasRole(value: unknown, role: string): boolean {
  // Zitadel's roles are the keys of an object, each with the organisations that grant it.
  if (isObject(value)) return Object.hasOwn(value, role) && (value[role] === true || isObject(value[role]))
  return [value].flat().includes(role)
}

/**
 * Picks what this app needs from an OpenID provider's claims. Providers put the profile into the ID token, into the
 * userinfo response, or partly into each. A claim of an unexpected type counts as absent, so that it does not prevent a
 * user from signing in.
 *
 * @param settings.trustsEmail - whether every e-mail address that this provider sends is one of its own. If not, an
 *   address counts only beside `email_verified: true`: many providers let users type any address.
 * @param settings.userIdClaim - the claim with the user ID, by default the subject. It is read from the ID token alone,
 *   since userinfo is not signed.
 * @throws ZodError if there is no subject, which OpenID Connect requires.
 * @throws LoginError (`user_id_claim`) if there is no such user ID.
 */
export function identityFromClaims(
  { idToken, userinfo }: { idToken: Claims; userinfo: Claims },
  settings: Partial<LoginSettings> & Pick<LoginSettings, 'issuer' | 'trustsEmail' | 'rolesClaims'>,
): Identity {
  const claims = { ...userinfo, ...idToken }
  // OpenID Connect bounds its length, too.
  z.object({ sub: z.string().min(1).max(255) }).parse(claims)
  const { issuer, userIdClaim = 'sub', trustsEmail, walletClaim, operatorRole, viewerRole, rolesClaims } = settings
  const id = userIdAt(idToken, userIdClaim)
  if (id === undefined) {
    const isMissing = claimAt(idToken, userIdClaim) === undefined
    const reason = isMissing ? 'not in the ID token' : 'not a text of 1 to 255 characters or a whole number'
    throw new LoginError('user_id_claim', { endpoint: 'token', claim: [userIdClaim].flat().join('.'), reason })
  }
  const walletAddress = walletClaim === undefined ? undefined : shownText(claimAt(claims, walletClaim))
  const email = emailOf(claims)
  // Not `email_verified` of the merged claims, which may be said of another address.
  const verdicts = [idToken, userinfo].filter((claims) => claims['email'] === (idToken['email'] ?? userinfo['email']))
  const isVerified = verdicts.some(({ email_verified: verified }) => verified === true)
  const isDenied = verdicts.some(({ email_verified: verified }) => verified === false || verified === 'false')
  const isGiven = (role: string | undefined) =>
    role !== undefined && rolesClaims.some((name) => hasRole(claimAt(claims, name), role))
  return {
    issuer,
    id,
    name: nameOf(claims) ?? shownText(id) ?? '–',
    ...(email && !isDenied && (isVerified || trustsEmail) ? { trustedEmail: email } : {}),
    ...(walletAddress ? { walletAddress } : {}),
    hasOperatorRole: isGiven(operatorRole),
    hasViewerRole: isGiven(viewerRole),
  }
}
