import { createHash } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import type { FileCheck } from './csv-check'

it('the worker hashes a file to its end when the user stops its check', async () => {
  const listen = vi.fn<(type: string, listener: (event: { data: unknown }) => void) => void>()
  const messages: (FileCheck | null)[] = []
  vi.stubGlobal('addEventListener', listen)
  vi.stubGlobal('postMessage', (message: FileCheck | null) => messages.push(message))
  await import('./csv-check.worker')

  const csv = 'a,b\n1,2\n'.repeat(50_000)
  const file = new File([csv], 'runs.csv')
  const sha256 = createHash('sha256').update(csv).digest('hex')
  for (const [requests, rows] of [
    [[], 99_999],
    [['stop'], 0],
  ] as const) {
    messages.length = 0
    for (const data of [{ file, expectedColumns: [] }, ...requests]) listen.mock.calls[0]?.[1]({ data })
    await vi.waitFor(() => expect(messages.at(-1)?.kind).toBe('done'), 10_000)
    expect(messages.at(-1)).toMatchObject({ readBytes: csv.length, report: { rows }, sha256 })
  }
})
