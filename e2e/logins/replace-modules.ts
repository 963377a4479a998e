import { vi } from 'vitest'
import type { LogEntry } from '@/lib/log/fields'
import { here, type LogLine } from './here'

/*
 * Replaces the configuration, the log and the request functions of Next for the tests of this folder. Vitest runs
 * this file before each of them.
 */

const { request, sleep } = vi.hoisted(() => ({
  request: { cookies: async () => here.jar, headers: async () => here.headers },
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
