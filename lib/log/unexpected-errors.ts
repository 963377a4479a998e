import 'server-only'
import { isNativeError } from 'node:util/types'
import { config } from '@/lib/config'
import { correlationId } from '@/lib/request/context'
import type { LogEntry, LogEvent } from './fields'
import { log } from './index'
import { lineLimit } from './line-limit'

const maxHintLength = 300
const maxFrames = 5

/**
 * Redirects console errors and warnings of packages into this log, as at most 30 lines a minute of the same name, code
 * and stack. Anyone can send requests that Next cannot read, and those lines must not hide another error.
 *
 * The text can quote a request. So a line has it only outside of requests, which the app cannot know on a platform.
 */
export function logConsoleErrors(): void {
  const lines = lineLimit('more unexpected errors')
  /** Next writes some errors twice. */
  const written = new WeakSet<Error>()
  const write = (level: 'error' | 'warn', event: LogEvent, values: readonly unknown[]) => {
    const error = values.find(isNativeError)
    if (error && written.has(error)) return
    if (error) written.add(error)
    const { hint, ...kind } = { event, ...fieldsOf(error, values) }
    lines.write(() => log()[level]({ ...kind, hint }), { kind: JSON.stringify(kind) })
  }
  Object.assign(console, {
    error: (...values: unknown[]) => write('error', 'unexpected error', values),
    warn: (...values: unknown[]) => write('warn', 'unexpected warning', values),
  })
}

function fieldsOf(
  error: (Error & { code?: unknown }) | undefined,
  values: readonly unknown[],
): Omit<LogEntry, 'event'> {
  const texts = values.map((value) => (isNativeError(value) ? value.message : value))
  return {
    error: error?.name,
    code: typeof error?.code === 'string' ? error.code : undefined,
    stack: error && framesOf(error),
    hint: isOutsideRequests() ? texts.filter(isText).join(' ').slice(0, maxHintLength) : undefined,
  }
}

const isOutsideRequests = () => !config().app.isOnPlatform && correlationId() === undefined

const isText = (value: unknown) => typeof value === 'string'

function framesOf({ stack = '', message }: Error): string | undefined {
  const frames = stack.slice(stack.indexOf(message) + message.length).match(/^ +at .+$/gm)
  return frames
    ?.slice(0, maxFrames)
    .map((frame) => frame.trim())
    .join('; ')
}
