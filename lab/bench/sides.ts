import { randomBytes } from 'node:crypto'
import getPort from 'get-port'
import { sealData } from 'iron-session'
import { encode } from 'next-auth/jwt'
import { startApp, type App } from '../../e2e/harness/app'
import { appVariables } from '../../e2e/harness/app-variables'
import { connectForm, hiddenFields } from '../../e2e/harness/html'
import { walletAddress } from '../../e2e/harness/people'
import { ulid } from '../../e2e/stand-in/ids'
import { demoIdentity } from '../../lib/auth/identity'
import { sealLink } from '../../lib/connect/hold-cookie'
import { arriveLink, type Link } from '../../lib/connect/link'
import { startBareApp } from '../bare-app'
import type { PreparedRequest } from './measure'

export const steps = ['arrival', 'page', 'press'] as const
export type Step = (typeof steps)[number]

export interface Side {
  start(): Promise<App>
  /** Prepares requests of a step, each of a different user with a separate link. */
  prepare(app: App, step: Step, count: number): Promise<PreparedRequest[]>
}

const subnetId = ulid(Date.now())
const environment = 'staging'
const apiKey = randomBytes(24).toString('base64url')
const withoutBudget = new URL('without-budget.mjs', import.meta.url).href
const newLink = () => ({ requestId: ulid(Date.now()), nonce: randomBytes(24).toString('base64url') })

/**
 * Makes the side of this app. It runs like an app behind one proxy, and its users are signed in. It has no budget of
 * calls, because the bare app has none.
 */
export async function productSide(serviceUrl: string): Promise<Side> {
  const port = await getPort()
  const origin = `http://localhost:${port}`
  const service = { baseUrl: serviceUrl, subnetId, apiKey, profileUrl: `${serviceUrl}/profile` }
  const variables: Record<string, string> = {
    ...appVariables({ standIn: service, port }),
    SERVICE_ENVIRONMENT: environment,
    TRUSTED_PROXY_HOPS: '1',
  }
  const { NEXTAUTH_SECRET: secret = '', HOLD_PASSWORD: password = '' } = variables
  let users = 0

  async function visitor(link?: { requestId: string; nonce: string }): Promise<{ cookie: string; held?: Link }> {
    users += 1
    const identity = demoIdentity(`User ${users}`)
    const token = { identity, people: 'users', deployment: origin }
    const cookies = [`next-auth.session-token=${await encode({ secret, maxAge: 3600, token })}`]
    if (!link) return { cookie: cookies.join('; ') }
    const now = Date.now()
    const [held] = arriveLink([], link, { userId: identity?.id, isFromService: true, now }).put ?? []
    if (!held) throw new Error('A link that arrives alone is held.')
    cookies.push(`connect-hold-${held.id}=${await sealLink(held, password, now)}`)
    return { cookie: cookies.join('; '), held }
  }

  return {
    start: () => startApp({ port, origin, variables: { ...variables, NODE_OPTIONS: `--import=${withoutBudget}` } }),
    async prepare(app, step, count) {
      const sample = await visitor(newLink())
      const fields = step === 'arrival' ? {} : await fieldsOf(app, sample.cookie)
      return many(count, async (number) => {
        const link = newLink()
        const { cookie, held } = await visitor(step === 'arrival' ? undefined : link)
        const request = await requestOf(app, step, link, { ...fields, ...(held && { link: held.id }) })
        return { ...request, headers: { ...request.headers, cookie, ...from(number) } }
      })
    },
  }
}

export async function bareSide(serviceUrl: string): Promise<Side> {
  const port = await getPort()
  const password = randomBytes(32).toString('base64')
  const variables = {
    SERVICE_BASE_URL: serviceUrl,
    SUBNET_ID: subnetId,
    SERVICE_API_KEY: apiKey,
    HOLD_PASSWORD: password,
  }
  const cookieOf = async (link: object) => `hold=${await sealData(link, { password, ttl: 1800 })}`

  return {
    start: () => startBareApp(port, variables),
    async prepare(app, step, count) {
      const fields = step === 'arrival' ? {} : await fieldsOf(app, await cookieOf(newLink()))
      return many(count, async (number) => {
        const link = newLink()
        const request = await requestOf(app, step, link, fields)
        const cookie = step === 'arrival' ? {} : { cookie: await cookieOf(link) }
        return { ...request, headers: { ...request.headers, ...cookie, ...from(number) } }
      })
    },
  }
}

/** The headers of a browser that affect the response. */
const browserHeaders = {
  accept: 'text/html',
  'accept-encoding': 'gzip, br',
  'accept-language': 'en-GB,en;q=0.9,de;q=0.7',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
}

/** Checks whether an answer is right for the step. A page is compressed, so `prepare` has checked a similar page. */
export function isRight(step: Step, status: number, location: string): boolean {
  if (step === 'page') return status === 200
  if (status !== 303) return false
  return step === 'arrival' ? location === '/connect/confirm' : /\?request_id=\w{26}#ac=/.test(location)
}

/** Reads the hidden fields of the form with the Connect button. They identify the action for Next. */
async function fieldsOf({ address }: App, cookie: string): Promise<Record<string, string>> {
  const page = await fetch(`${address}/connect/confirm`, { headers: { cookie } })
  return hiddenFields(await page.text(), connectForm)
}

async function requestOf(
  { origin }: App,
  step: Step,
  { requestId, nonce }: ReturnType<typeof newLink>,
  fields: Record<string, string>,
): Promise<PreparedRequest> {
  const headers = { ...browserHeaders, host: new URL(origin).host }
  if (step === 'page') return { method: 'GET', path: '/connect/confirm', headers }
  if (step === 'arrival') return { method: 'GET', path: `/connect?request_id=${requestId}&nonce=${nonce}`, headers }
  const form = new FormData()
  const values = { ...fields, request_id: requestId, wallet_address: walletAddress }
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const type = encoded.headers.get('content-type') ?? ''
  return {
    method: 'POST',
    path: '/connect/confirm',
    headers: { ...headers, origin, 'content-type': type },
    body,
  }
}

/** Returns a proxy's header with a separate client address for each user, because the app limits requests by it. */
const from = (number: number) => ({ 'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` })

async function many<Item>(count: number, make: (number: number) => Promise<Item>): Promise<Item[]> {
  const made: Item[] = []
  for (let number = 0; number < count; number += 1) made.push(await make(number))
  return made
}
