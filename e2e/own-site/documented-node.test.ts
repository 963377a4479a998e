import { build, type Loader } from 'esbuild'
import { jwtVerify } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import { awkwardNonce, documentedExample, exampleUser } from './documented'

/*
 * Tests the examples for Node in docs/operate/login/own-site.md. The project does not install Express, so the test calls the
 * handler with only the used parts of a request and a response.
 */

const connectOrigin = 'https://connect.example.com'
const secret = 'a-secret-of-at-least-thirty-two-bytes'
const pathOf = (nonce: string) => `/connect-login?${new URLSearchParams({ nonce })}`

interface Answer {
  status: number
  location?: string
  cacheControl?: string | undefined
}

/** An example, with a signed-out user and with a signed-in user. */
interface Site {
  answer: (query: { nonce?: string | string[] }, user?: typeof exampleUser) => Promise<Answer>
  /** The URL to which the example sends a signed-out user. */
  loginPage: string
}

describe.each<[name: string, load: () => Promise<Site>]>([
  ['Express', loadExpress],
  ['Next.js', loadNext],
])("%s's example", (_name, load) => {
  it('signs the unchanged nonce when the user is signed in', async () => {
    const { answer } = await load()
    const { location = '', cacheControl } = await answer({ nonce: awkwardNonce }, exampleUser)
    const { origin, pathname, searchParams } = new URL(location)
    expect(origin + pathname).toBe(`${connectOrigin}/signin/return`)
    expect(cacheControl).toBe('no-store')
    const { payload } = await jwtVerify(searchParams.get('token') ?? '', new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      audience: connectOrigin,
    })
    const { iat = 0 } = payload
    expect(payload).toEqual({ aud: connectOrigin, sub: '7', name: 'Zoë', nonce: awkwardNonce, iat, exp: iat + 60 })
  })

  it('redirects to the login page when no user is signed in', async () => {
    const { answer, loginPage } = await load()
    expect((await answer({ nonce: awkwardNonce })).location).toBe(loginPage)
  })

  it.each([{}, { nonce: '' }])('signs nothing when the query is %j', async (query) => {
    const { answer } = await load()
    expect(await answer(query, exampleUser)).toEqual({ status: 400 })
  })
})

it("Express's example signs nothing when there are two nonces", async () => {
  const { answer } = await loadExpress()
  expect(await answer({ nonce: ['a', 'b'] }, exampleUser)).toEqual({ status: 400 })
})

interface ExpressRequest {
  query: { nonce?: string | string[] }
  session: { user?: typeof exampleUser; returnTo?: string }
  originalUrl: string
}

async function loadExpress(): Promise<Site> {
  const stub = 'export const handlers = {}\nconst app = { get: (path, handler) => (handlers[path] = handler) }\n'
  const { handlers } = await load<{
    handlers: Record<string, (request: ExpressRequest, response: object) => Promise<void>>
  }>(stub + documentedExample('js'), 'js')
  return {
    loginPage: '/login',
    answer: async (query, user) => {
      const request: ExpressRequest = { query, session: { ...(user && { user }) }, originalUrl: pathOf(awkwardNonce) }
      const answer: Answer = { status: 200 }
      const response = {
        status(status: number) {
          answer.status = status
          return response
        },
        send: () => response,
        set(_name: 'Cache-Control', value: string) {
          answer.cacheControl = value
        },
        redirect: (location: string) => Object.assign(answer, { status: 302, location }),
      }
      await handlers['/connect-login']?.(request, response)
      expect(request.session.returnTo).toBe(answer.location === '/login' ? request.originalUrl : undefined)
      return answer
    },
  }
}

async function loadNext(): Promise<Site> {
  const { GET, session } = await load<{
    GET: (request: Request) => Promise<Response>
    session: { user: typeof exampleUser | null }
  }>(documentedExample('ts') + "export { session } from '@/lib/session'", 'ts')
  return {
    loginPage: `/login?next=${encodeURIComponent(pathOf(awkwardNonce))}`,
    answer: async (query, user) => {
      session.user = user ?? null
      const search = new URLSearchParams(query as Record<string, string>)
      const { status, headers } = await GET(new Request(`https://www.example.com/connect-login?${search}`))
      const location = headers.get('Location')
      return { status, ...(location && { location, cacheControl: headers.get('Cache-Control') ?? undefined }) }
    },
  }
}

/** Loads an example as a module with its packages. */
async function load<Module>(code: string, loader: Loader): Promise<Module> {
  vi.stubEnv('CONNECT_ORIGIN', connectOrigin)
  vi.stubEnv('LOGIN_SECRET', secret)
  const { outputFiles } = await build({
    stdin: { contents: code, loader, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    plugins: [
      {
        name: "the site's own session",
        setup(build) {
          build.onResolve({ filter: /^@\/lib\/session$/ }, ({ path }) => ({ path, namespace: 'site' }))
          build.onLoad({ filter: /./, namespace: 'site' }, () => ({
            contents: 'export const session = { user: null }\nexport const getUser = async () => session.user',
          }))
        },
      },
    ],
  })
  const [file] = outputFiles
  return (await import(`data:text/javascript;base64,${Buffer.from(file?.text ?? '').toString('base64')}`)) as Module
}
