import { expect, it, vi } from 'vitest'
import { ConfigError } from '@/lib/config'
import { UsageError } from '../command-line'
import { run } from './reconcile'

// The whole command is in e2e/subnet-reconcile.test.ts.

it.each([
  [{ from: '2026-06-31' }, '--from must be a date like 2026-01-31.'],
  [{ from: '2026-6-1' }, '--from must be a date like 2026-01-31.'],
  [{ until: '' }, '--until must be a date like 2026-01-31.'],
  [{ from: '2026-07-01', until: '2026-06-30' }, '--from is later than --until.'],
  [{ format: 'xls' }, '--format must be one of csv, jsonl, table.'],
  [{ format: '' }, '--format must be one of csv, jsonl, table.'],
  [{ output: '/no/such/folder/figures.csv' }, 'The folder of /no/such/folder/figures.csv is missing.'],
  [{ manifest: '/no/such/folder/manifest.json' }, 'The folder of /no/such/folder/manifest.json is missing.'],
])('run throws a usage error and sends no request when the flags are %j', async (flags, message) => {
  const fetch = vi.fn<typeof globalThis.fetch>()
  vi.stubGlobal('fetch', fetch)
  await expect(run(flags)).rejects.toThrow(new UsageError(message))
  expect(fetch).not.toHaveBeenCalled()
})

it('run throws a configuration error when a variable of the service is missing', async () => {
  vi.stubEnv('SUBNET_ID', '')
  await expect(run({ from: '2026-06-30', until: '2026-06-30' })).rejects.toThrow(ConfigError)
})
