import type { Config } from '@/lib/config'
import type { LogEntry } from '@/lib/log/fields'

export type LogLine = LogEntry & { level: 'debug' | 'info' | 'warn' | 'error' }

type Attributes = { maxAge?: number }

const cookies = new Map<string, string>()
const set = (name: string, value: string, { maxAge }: Attributes = {}) =>
  maxAge === 0 ? cookies.delete(name) : cookies.set(name, value)
const jar = {
  get: (name: string) => (cookies.has(name) ? { name, value: cookies.get(name) ?? '' } : undefined),
  getAll: () => [...cookies].map(([name, value]) => ({ name, value })),
  set: (cookie: string | (Attributes & { name: string; value: string }), value = '', attributes: Attributes = {}) =>
    typeof cookie === 'string' ? set(cookie, value, attributes) : set(cookie.name, cookie.value, cookie),
}

/** The app, the browser and the provider of a test of logins, as `replace-modules.ts` passes them to the app. */
export const here = {
  config: undefined as Config | undefined,
  lines: [] as LogLine[],
  cookies,
  jar,
  headers: new Headers(),
}
