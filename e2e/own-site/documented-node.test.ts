import { build, type Loader } from 'esbuild'
import { jwtVerify } from 'jose'
import { beforeEach, expect, it, vi } from 'vitest'
import { awkwardNonce, documentedExample, exampleUser } from './documented'

/*
 * Runs the examples for Node in docs/operate/login/own-site.md. The project does not install Express, so the test calls
 * the handler with only the used parts of a request and a response.
 */

const connectOrigin = 'https://connect.example.com'
const secret = 'a-secret-of-at-least-thirty-two-bytes'
beforeEach(() => {
  vi.stubEnv('CONNECT_ORIGIN', connectOrigin)
  vi.stubEnv('LOGIN_SECRET', secret)
})

type User = typeof exampleUser | null

/** Returns the address to which an example redirects, or its status. */
type Example = (nonce: string, user: User) => Promise<string | number>

const express: Example = async (nonce, user) => {
  const { handlers } = await load<{ handlers: Record<string, (request: object, response: object) => unknown> }>(
    `export const handlers = {}\nconst app = { get: (path, handler) => (handlers[path] = handler) }\n${documentedExample('js')}`,
    'js',
  )
  return new Promise((resolve) => {
    const response = { status: (status: number) => ({ send: () => resolve(status) }), set: () => {}, redirect: resolve }
    void handlers['/connect-login']?.({ query: { nonce }, session: { user }, originalUrl: '/a' }, response)
  })
}

const next: Example = async (nonce, user) => {
  const ownSession = 'export const session = { user: null }\nconst getUser = async () => session.user'
  const { GET, session } = await load<{ GET: (request: Request) => Promise<Response>; session: { user: User } }>(
    documentedExample('ts').replace(/^import \{ getUser \} from '@\/lib\/session'.*$/m, ownSession),
    'ts',
  )
  session.user = user
  const { status, headers } = await GET(new Request(`https://www.example.com/a?${new URLSearchParams({ nonce })}`))
  return headers.get('Location') ?? status
}

it.each([
  ['Express', express],
  ['Next.js', next],
])("%s's example signs the unchanged nonce of a user, and nothing without one of them", async (_name, answer) => {
  const location = new URL(String(await answer(awkwardNonce, exampleUser)))
  expect(location.origin + location.pathname).toBe(`${connectOrigin}/signin/return`)
  const key = new TextEncoder().encode(secret)
  const options = { algorithms: ['HS256'], audience: connectOrigin }
  const { payload } = await jwtVerify(location.searchParams.get('token') ?? '', key, options)
  const { iat = 0 } = payload
  expect(payload).toEqual({ aud: connectOrigin, sub: '7', name: 'Zoë', nonce: awkwardNonce, iat, exp: iat + 60 })
  expect(await answer(awkwardNonce, null)).toMatch(/^\/login/)
  expect(await answer('', exampleUser)).toBe(400)
})

/** Loads an example as a module with its packages. */
async function load<Module>(contents: string, loader: Loader): Promise<Module> {
  const { outputFiles } = await build({
    stdin: { contents, loader, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  })
  const [file] = outputFiles
  return (await import(`data:text/javascript;base64,${Buffer.from(file?.text ?? '').toString('base64')}`)) as Module
}
