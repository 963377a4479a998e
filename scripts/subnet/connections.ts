import { z } from 'zod'
import { fieldColumns } from '@/lib/console/csv'
import { isHttpsOrLoopback } from '@/lib/service'
import { UsageError, type FlagsOf } from '../command-line'
import { exitCodes } from './exit-codes'
import { openRows, outputFlags, outputUsage } from './output'

export const usage = `subnet connections [flags]

Reads who has confirmed which wallet from a running deployment, the oldest change first. It needs CONNECTIONS_TOKEN.
Stderr has the cursor to continue from.

  --after CURSOR   only what has changed after the line with this cursor
  --url URL        the deployment; default NEXTAUTH_URL
${outputUsage}

Examples:
  subnet connections --output connections.csv
  subnet connections --after 1234 --format jsonl`

export const flags = { after: { type: 'string' }, url: { type: 'string' }, ...outputFlags } as const

const pageSize = 1000
const deadlineMs = 30_000

const names = [
  'cursor',
  'user_id',
  'subnet_user_id',
  'wallet_address',
  'proven',
  'confirmed_before',
  'request_id',
  'first_confirmed_at',
  'last_confirmed_at',
] as const
const columns = fieldColumns(names)
const row = z.record(z.enum(names), z.union([z.string(), z.number(), z.boolean()]))

export async function run({ after = '0', url, ...output }: FlagsOf<typeof flags>): Promise<number> {
  if (!/^\d{1,15}$/.test(after)) throw new UsageError('--after must be the cursor of a line, like 1234.')
  const address = url ?? process.env['NEXTAUTH_URL'] ?? ''
  if (!URL.canParse(address) || !isHttpsOrLoopback(new URL(address))) {
    throw new UsageError('--url, or NEXTAUTH_URL, must be the https URL of the deployment.')
  }
  const token = process.env['CONNECTIONS_TOKEN']?.trim()
  if (!token) throw new UsageError('CONNECTIONS_TOKEN is missing: expected the value that the deployment has.')

  const rows = openRows<z.output<typeof row>>(columns, output)
  let cursor = after
  for (;;) {
    const pageUrl = new URL(`/api/connections?after=${cursor}&limit=${pageSize}`, address)
    const signal = AbortSignal.timeout(deadlineMs)
    const headers = { Authorization: `Bearer ${token}` }
    const response = await fetch(pageUrl, { headers, redirect: 'manual', signal }).catch(() => null)
    const problem = response?.ok ? undefined : problemOf(pageUrl.origin, response?.status)
    if (!response || problem !== undefined) {
      console.error(problem)
      return exitCodes.failed
    }
    const lines = (await response.text()).split('\n').filter((line) => line !== '')
    const page = lines.map((line) => row.parse(JSON.parse(line)))
    await rows.write(page)
    cursor = String(page.at(-1)?.cursor ?? cursor)
    if (lines.length < pageSize) break
  }
  await rows.end()
  console.error(`Continue with --after ${cursor}.`)
  return exitCodes.whole
}

const problems: Partial<Record<number, string>> = {
  401: 'The deployment has another CONNECTIONS_TOKEN.',
  404: 'The deployment keeps no connections: set CONNECTIONS_TOKEN and REDIS_URL there.',
  503: 'Redis is unavailable there. Try again in a moment.',
}

function problemOf(origin: string, status: number | undefined): string {
  if (status === undefined) return `The deployment at ${origin} did not answer.`
  return problems[status] ?? `The deployment answered with ${status}.`
}
