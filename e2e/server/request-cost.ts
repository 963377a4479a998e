import type { App } from '../harness/app'
import { processorMs } from '../harness/process-cost'
import { openRaw, statusOf } from '../harness/raw-client'

export const mostMs = 120

/** Node's own bound for the first line and all headers of a request. */
export const headBytes = 16 * 1024

export const headers = `
  accept accept-charset accept-encoding accept-language authorization baggage cache-control content-encoding
  content-type cookie dnt forwarded if-match if-modified-since if-none-match if-range next-action next-hmr-refresh
  next-router-prefetch next-router-segment-prefetch next-router-state-tree next-url origin pragma purpose range
  referer rsc save-data sec-fetch-dest sec-fetch-mode sec-fetch-site sec-purpose te traceparent upgrade user-agent
  via x-action-forwarded x-admin-jwt x-auth-return-redirect x-csrf-token x-deployment-id x-file-name x-forwarded-for
  x-forwarded-host x-forwarded-port x-forwarded-proto x-matched-path x-middleware-prefetch x-middleware-subrequest
  x-next-resume-state-length x-nextjs-data x-nextjs-html-request-id x-nextjs-postponed x-nextjs-request-id
  x-nextjs-resume x-now-route-matches x-prerender-revalidate x-request-id
`
  .trim()
  .split(/\s+/)

export const headerFills = ['a', '-', 'a-', 'a,', 'a=b; ', '%5B%22', '["",{"c":', 'a ', '/(.)a', '0-1,', '*']

export const addressFills = [
  'a',
  '&a',
  '&a=1',
  '&%41',
  '&nxtPa=1',
  '_rsc=1&',
  'a/',
  '(..)',
  './',
  '//',
  '%2f',
  ';',
  '[a]',
  '%25',
  '?',
]

/** A text of so many characters, made of one that is repeated. */
export const filled = (fill: string, length: number) => fill.repeat(Math.ceil(length / fill.length)).slice(0, length)

/** Texts with a number in them, as many as fit. */
export function listed(textOf: (index: number) => string, length: number): string {
  let list = ''
  for (let index = 0; list.length + textOf(index).length <= length; index += 1) list += textOf(index)
  return list
}

export function headOf({ method = 'GET', path = '/favicon.ico', more = '' }): string {
  const own = 'Host: localhost\r\nOrigin: http://localhost\r\nConnection: close\r\n'
  return `${method} ${path} HTTP/1.1\r\n${own}${more}\r\n`
}

/** The app, once it has made each page and need not compile any more. */
export async function warmedUp(app: App) {
  const port = Number(new URL(app.origin).port)
  const statusFor = async (text: string): Promise<number> => {
    const client = openRaw(port, text)
    await client.closed
    return statusOf(client)
  }
  for (const path of ['/', '/signin', '/favicon.ico', '/connect/confirm', '/no/such', '/'])
    await statusFor(headOf({ path }))
  /** Processor time for one request in milliseconds. What is over the bound is tried again: it may be a collection. */
  const costOf = async (text: string): Promise<number> => {
    let least = Infinity
    for (let attempt = 0; attempt < 4 && least >= mostMs; attempt += 1) {
      const before = processorMs(app.processId)
      await statusFor(text)
      least = Math.min(least, processorMs(app.processId) - before)
    }
    return least
  }
  return { statusFor, costOf }
}
