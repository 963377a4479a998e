import 'server-only'
import { z } from 'zod'
import { visibleText } from '@/lib/service'
import type { Identity } from './identity'

/** A claim's name, which may be a URL, or a path of names: `realm_access.roles`, or the names one by one. */
export type ClaimName = string | readonly string[]

type Claims = Record<string, unknown>

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

/*
 * A session is a cookie, which with everything in it must stay under 4 KB: longer values are cut. They are measured as
 * JSON writes them, since three bytes or six may stand for one character.
 */
const maxTextBytes = 256
const maxEmailBytes = 254

const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2

/** A text for people to read: without invisible characters, cut between two characters; undefined for anything else. */
function shownText(value: unknown): string | undefined {
  const text = typeof value === 'string' ? visibleText(value) : null
  if (text === null) return undefined
  let bytes = 0
  let shown = ''
  for (const character of text) {
    bytes += bytesOf(character)
    if (bytes > maxTextBytes) break
    shown += character
  }
  return shown.trim()
}

/** An e-mail address is never cut, since it would be another one. */
function emailOf(claims: Claims): string | undefined {
  const { email } = claims
  const trimmed = typeof email === 'string' ? email.trim() : ''
  return trimmed !== '' && bytesOf(trimmed) <= maxEmailBytes ? trimmed : undefined
}

/** What a user is called, from what a provider may know of them; undefined where that is no more than an ID. */
function nameOf(claims: Claims): string | undefined {
  const parts = [claims['given_name'], claims['family_name']].map(shownText).filter((part) => part !== undefined)
  return [claims['name'], parts.join(' '), claims['preferred_username'], claims['nickname'], emailOf(claims)]
    .concat(claims['cognito:username'])
    .map(shownText)
    .find((name) => name !== undefined)
}

/** Whether claims say what to call a user. */
export const hasName = (claims: object): boolean => nameOf({ ...claims }) !== undefined

/** The common claims with roles: arrays of texts, or one text. Entra, Okta, Authentik and Keycloak can send one of them. */
const commonRoleClaims = ['roles', 'groups', 'role'] as const

/** Whether claims have no place where roles could be, or a provider has left the groups out since there are too many. */
export function lacksRoles(claims: Claims, rolesClaim: ClaimName | undefined): boolean {
  if (rolesClaim !== undefined) return claimAt(claims, rolesClaim) === undefined
  const leftOut = claims['_claim_names']
  const isLeftOut = isObject(leftOut) && Object.hasOwn(leftOut, 'groups')
  return isLeftOut || commonRoleClaims.every((name) => claims[name] === undefined)
}

function hasRole(claims: Claims, role: string, rolesClaim: ClaimName | undefined): boolean {
  if (rolesClaim === undefined) return commonRoleClaims.some((name) => [claims[name]].flat().includes(role))
  const value = claimAt(claims, rolesClaim)
  // Zitadel's roles are the keys of an object, with the organisations that grant them.
  if (isObject(value)) return Object.hasOwn(value, role) && value[role] !== false && value[role] !== null
  return [value].flat().includes(role)
}

/** Its length is bounded by OpenID Connect, too. */
const subject = z.object({ sub: z.string().min(1).max(255) })

/** The claims of an OpenID provider about one user, not validated yet. */
interface ProviderClaims {
  idToken: Claims
  /** Empty where the provider has no userinfo endpoint. */
  userinfo: Claims
}

/**
 * Picks what this app needs from an OpenID provider's claims. Providers put the profile into the ID token, into the
 * userinfo response, or partly into each. A claim of an unexpected type counts as absent, so that it does not prevent a
 * user from signing in.
 *
 * @param options.trustsEmail - whether every e-mail address that this provider sends is one of its own. If not, an
 *   address counts only beside `email_verified: true`: many providers let users type any address.
 * @param options.operatorRole - users with this role are operators.
 * @param options.rolesClaim - where the role is looked for. @default `roles`, `groups` and `role`
 * @throws ZodError if there is no subject, which OpenID Connect requires.
 */
export function identityFromClaims(
  { idToken, userinfo }: ProviderClaims,
  options: {
    issuer: string
    trustsEmail: boolean
    walletClaim: ClaimName | undefined
    operatorRole: string | undefined
    rolesClaim: ClaimName | undefined
  },
): Identity {
  const claims = { ...userinfo, ...idToken }
  const { sub } = subject.parse(claims)
  const { issuer, trustsEmail, walletClaim, operatorRole, rolesClaim } = options
  const walletAddress = walletClaim === undefined ? undefined : shownText(claimAt(claims, walletClaim))
  const email = emailOf(claims)
  // Not `email_verified` of the merged claims, which may be said of another address.
  const verdicts = [idToken, userinfo].filter((claims) => claims['email'] === (idToken['email'] ?? userinfo['email']))
  const isVerified = verdicts.some(({ email_verified: verified }) => verified === true)
  const isDenied = verdicts.some(({ email_verified: verified }) => verified === false || verified === 'false')
  return {
    issuer,
    id: sub,
    name: nameOf(claims) ?? shownText(sub) ?? '–',
    ...(email && !isDenied && (isVerified || trustsEmail) ? { trustedEmail: email } : {}),
    ...(walletAddress ? { walletAddress } : {}),
    hasOperatorRole: operatorRole !== undefined && hasRole(claims, operatorRole, rolesClaim),
  }
}
