import { z } from 'zod'

/** The issuer of demo login sessions. It cannot equal an OpenID provider's issuer, which is a URL. */
export const demoIssuer = 'demo'

/** The issuer of users whom the operator's own site signs in. It is no URL, so that no OpenID provider has it. */
export const siteIssuer = ({ origin }: URL) => `site ${origin}`

/** The ids of demo users begin with it. A provider's user can have the same id, and is somebody else. */
const demoIdPrefix = `${demoIssuer}:`

/**
 * The identity of a signed-in user, which is all that the session cookie stores.
 *
 * It contains no tokens: this app does not call the provider after the login.
 */
export const identitySchema = z.object({
  /** Who issued this identity: an OpenID provider's issuer, the name of another login, or `demoIssuer`. */
  issuer: z.string(),
  id: z.string().min(1),
  name: z.string().min(1),
  /** The e-mail address, if it is known to be the user's. Only used to recognize operators. */
  trustedEmail: z.string().optional(),
  walletAddress: z.string().optional(),
  hasOperatorRole: z.boolean(),
  // Sessions of former versions are without it.
  hasViewerRole: z.boolean().default(false),
})

export type Identity = z.infer<typeof identitySchema>

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
  const id = demoIdPrefix + parsed.data.toLowerCase()
  return { issuer: demoIssuer, id, name: parsed.data, hasOperatorRole: false, hasViewerRole: false }
}

/**
 * Turns the content of a session cookie into a user, or null if it is not valid here.
 *
 * `isOperator` and `isViewer` are computed for each request, so that removing a user from `CONSOLE_USERS` or
 * `CONSOLE_VIEWERS` takes effect at the next restart and not only when their session ends. Who is both is an operator.
 *
 * @param options.issuers - of the logins that this deployment offers now. Sessions of other issuers are
 *   not valid: for example those of the demo login of another deployment with the same secret.
 * @param options.consoleUsers - operators: e-mail addresses, which have an `@` and are compared without case, or user
 *   ids, which are compared exactly. An id that looks like an address is never recognized: some providers let users
 *   choose their id.
 * @param options.consoleViewers - viewers, in the same way.
 */
export function userFromIdentity(
  identity: unknown,
  options: { issuers: readonly string[]; consoleUsers: readonly string[]; consoleViewers: readonly string[] },
) {
  const parsed = identitySchema.safeParse(identity)
  if (!parsed.success || !options.issuers.includes(parsed.data.issuer)) return null
  const { id, name, trustedEmail, walletAddress, hasOperatorRole, hasViewerRole } = parsed.data
  const email = trustedEmail && asciiLowerCase(trustedEmail)
  const isListed = (entries: readonly string[]) =>
    entries.some((entry) =>
      entry.includes('@')
        ? asciiLowerCase(entry) === email
        : entry === id && entry.startsWith(demoIdPrefix) === (parsed.data.issuer === demoIssuer),
    )
  const isOperator = hasOperatorRole || isListed(options.consoleUsers)
  const isViewer = !isOperator && (hasViewerRole || isListed(options.consoleViewers))
  return { id, name, ...(walletAddress ? { walletAddress } : {}), isOperator, isViewer }
}

/** Whether a person may open the console: an operator, who can do everything there, or a viewer, who may only look. */
export function mayOpenConsole(user: { isOperator: boolean; isViewer: boolean } | null): boolean {
  return user !== null && (user.isOperator || user.isViewer)
}

/** Without what `toLowerCase` does beyond ASCII, where it makes one letter of two: the Kelvin sign becomes a k. */
const asciiLowerCase = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
