import { vi } from 'vitest'
import type { LogEntry } from '@/lib/log/fields'
import { here, type LogLine } from './here'

/*
 * Replaces the configuration, the log, the request functions of Next and the URLs of next-auth's named providers for
 * the tests of this folder. Vitest runs this file before each of them.
 */

type ProviderModule = { default: (client: object) => { wellKnown?: string } }

const { request, atTestProvider, sleep } = vi.hoisted(() => ({
  request: { cookies: async () => here.jar, headers: async () => here.headers },
  /** Replaces the URLs in a provider module of next-auth with the URLs of the test's provider. */
  atTestProvider: async (original: () => Promise<ProviderModule>) => {
    const { default: module } = await original()
    const at = (path: string) => new URL(path, here.issuer).href
    return {
      default: (client: object) => {
        const known = module(client)
        return known.wellKnown
          ? { ...known, wellKnown: `${here.issuer}/.well-known/openid-configuration` }
          : { ...known, authorization: at('/authorize'), token: at('/token'), userinfo: at('/userinfo') }
      },
    }
  },
  /** Follows a test's clock, which does not replace the timers of this module of Node. */
  sleep: (ms: number, value: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms, value)
      signal?.addEventListener('abort', () => clearTimeout(timer))
    }),
}))

vi.mock('@/lib/config', async (original) => ({ ...(await original<object>()), config: () => here.config }))
vi.mock('@/lib/log', () => {
  const write = (level: LogLine['level']) => (entry: LogEntry) => here.lines.push({ level, ...entry })
  return { log: () => ({ debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }) }
})
vi.mock('node:timers/promises', async (original) => ({ ...(await original<object>()), setTimeout: sleep }))
vi.mock('next/headers', () => request)
vi.mock('next-auth/providers/discord', atTestProvider)
vi.mock('next-auth/providers/github', atTestProvider)
vi.mock('next-auth/providers/twitch', atTestProvider)
vi.mock('next-auth/providers/twitter', atTestProvider)
