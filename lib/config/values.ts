import 'server-only'
import { z } from 'zod'
import { isHttpsOrLoopback } from '@/lib/service'

/* Each schema replaces zod's messages, because those can quote the value and do not say where to find it. */

const minSecretLength = 32

export const text = (expected: string) => z.string(`is missing: expected ${expected}`)

export const secret = (expected: string) =>
  text(expected).min(minSecretLength, `is too short: expected ${expected}, at least ${minSecretLength} characters`)

/** Other programs use the bytes as the HS256 key, so they count instead of the characters. */
export const sharedSecret = (expected: string) =>
  text(expected).refine(
    (value) => Buffer.byteLength(value) >= minSecretLength,
    `is too short: expected ${expected}, at least ${minSecretLength} bytes`,
  )

/** A required absolute URL. `problemOf` returns its problem; undefined if it is valid. */
export const url = (expected: string, problemOf: (url: URL) => string | undefined) =>
  text(expected).transform((value, context) => {
    const problem = URL.canParse(value) ? problemOf(new URL(value)) : 'is not an absolute URL'
    if (problem) {
      context.addIssue(`${problem}: expected ${expected}`)
      return z.NEVER
    }
    return new URL(value)
  })

export const href = (...given: Parameters<typeof url>) => url(...given).transform(({ href }) => href)

/** `none` is for no link. */
export const signOutPage = () =>
  z.union(
    [z.literal('none'), url('a page', withoutUser)],
    'is no absolute URL of https without a fragment or a user name: expected the page where people sign out of their login, https (http on loopback only), or none',
  )

export const httpsOrLoopback = (url: URL) =>
  isHttpsOrLoopback(url) ? undefined : 'is neither https nor http on loopback'

export const withoutUser = (url: URL) =>
  httpsOrLoopback(url) ?? (url.hash || url.username || url.password ? 'has a fragment or a user name' : undefined)

/** `rules.ts` decides whether it may be http. */
export const receiverAddress = (url: URL) => {
  if (!/^https?:$/.test(url.protocol)) return 'is neither https nor http'
  return url.hash || url.username || url.password ? 'has a fragment or a user name' : undefined
}

export const withoutNonce = (url: URL) =>
  withoutUser(url) ?? (url.searchParams.has('nonce') ? 'has a parameter nonce in its query' : undefined)

export const withoutQuery = (url: URL) =>
  httpsOrLoopback(url) ??
  (url.search || url.hash || url.username ? 'has a query, a fragment or a user name' : undefined)

export const withoutPath = (url: URL) => withoutQuery(url) ?? (url.pathname === '/' ? undefined : 'has a path')

export const redisAddress = (url: URL) => {
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') return 'begins with neither redis:// nor rediss://'
  if (!url.hostname) return 'has no host'
  if (!isDecodable(url.username + url.password)) return 'has a % in its user name or password: write it as %25'
  if (url.hash) return 'has a #: in a user name or password, write it as %23'
  if (url.search) return 'has a query, which is not read: write rediss:// for TLS, and a ? in a password as %3F'
  return /^\/?\d*$/.test(url.pathname) ? undefined : 'has a database that is not a number'
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** The URL of a page about a user or a wallet, with a placeholder for the ID after the host; null when left out. */
export const linkWith = (placeholder: string, example: string) =>
  z
    .string()
    .superRefine((value, context) => {
      const problem = problemOfLink(value, placeholder)
      if (problem) context.addIssue(`${problem}: expected a URL like ${example}`)
    })
    .nullable()
    .default(null)

function problemOfLink(link: string, placeholder: string): string | undefined {
  if (!link.includes(placeholder)) return `lacks ${placeholder}`
  if (/[{}]/.test(link.replaceAll(placeholder, ''))) return `has braces outside of ${placeholder}`
  const withId = (id: string) => link.replaceAll(placeholder, id)
  if (!URL.canParse(withId('1')) || !URL.canParse(withId('2'))) return 'is not an absolute URL'
  const url = new URL(withId('1'))
  if (url.username || url.password) return 'has a user name'
  // With a placeholder in the host, two IDs result in two origins.
  return url.origin === new URL(withId('2')).origin ? httpsOrLoopback(url) : `has ${placeholder} before the path`
}

export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, {
    error: ({ input }) =>
      `${input === undefined ? 'is missing' : 'is not one of the allowed values'}: expected ${values.join(' or ')}`,
  })

export const flag = () =>
  z
    .enum(['1'], 'is not one of the allowed values: expected 1, or nothing')
    .optional()
    .transform((value) => value === '1')

const parameterName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

/** A name that the service's interface does not define. */
export const nameOf = (purpose: string, byDefault: string) =>
  z
    .string()
    .regex(parameterName, `is not a name: expected the name of ${purpose}, like ${byDefault}`)
    .default(byDefault)

interface Bounds {
  from: number
  to: number
}

export const numberOf = (
  unit: string,
  { from, to }: Bounds,
  error = `is not a number of ${unit} from ${from} to ${to}`,
) => z.coerce.number(error).min(from, error).max(to, error)

export const wholeNumberOf = (unit: string, bounds: Bounds, error?: string) =>
  numberOf(unit, bounds, error).int(error ?? `is not a whole number of ${unit} from ${bounds.from} to ${bounds.to}`)

/** A number of seconds, which becomes milliseconds. */
export const milliseconds = (bounds: Bounds, secondsByDefault: number) =>
  numberOf('seconds', bounds)
    .default(secondsByDefault)
    .transform((seconds) => seconds * 1000)

export const list = () =>
  z
    .string()
    .trim()
    .default('')
    .transform((value, context) => {
      const entries = value.startsWith('[') ? textsIn(value) : value.split(',').map((entry) => entry.trim())
      if (entries) return entries.filter((entry) => entry !== '')
      context.addIssue('is not a list: expected texts separated by commas, or a JSON array like ["a","b"]')
      return z.NEVER
    })

const siblingExample = 'North=https://north.example.com/console, South=https://south.example.com/console'

export const consoleAddresses = () =>
  list().transform((entries, context) =>
    entries.map((entry) => {
      const [, name = '', address = ''] = /^([^=]+)=(.*)$/.exec(entry) ?? []
      const problem = URL.canParse(address) ? withoutUser(new URL(address)) : 'has no name or no absolute URL'
      if (problem) context.addIssue(`has an entry that ${problem}: expected something like ${siblingExample}`)
      return { name: name.trim(), url: address }
    }),
  )

/** A claim and its allowed values, as in `hd=example.com,example.org`. */
export const claimAndValues = () =>
  z.string().transform((value, context) => {
    const [, name = '', texts = ''] = /^([^=]+)=(.*)$/.exec(value) ?? []
    const claim = claimName().safeParse(name.trim()).data
    const values = list().safeParse(texts).data
    if (!claim || !values?.length) {
      context.addIssue('is not a claim and its values: expected something like hd=example.com')
      return z.NEVER
    }
    return { claim, values }
  })

/** A claim of an ID token: its name (possibly a URL), or a path of names, either with dots or in brackets. */
export const claimName = () =>
  z.string().transform((value, context): string | string[] => {
    if (!value.startsWith('[')) return value
    const names = textsIn(value)
    if (names?.length) return names
    context.addIssue('is not a list of names: expected a claim, like roles or [realm_access,roles]')
    return z.NEVER
  })

/** Reads a JSON array, or texts in brackets without quotes. Undefined if it is neither, or a text is empty. */
function textsIn(list: string): string[] | undefined {
  const texts = z.array(z.string().min(1))
  try {
    return texts.safeParse(JSON.parse(list)).data
  } catch {
    const inside = /^\[([^"[\]]+)\]$/.exec(list)?.[1]
    return texts.safeParse(inside?.split(',').map((text) => text.trim())).data
  }
}
