import { Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { expect, it, vi } from 'vitest'
import { AsyncContent } from './async-content'
import { LateCount } from './late-count'

vi.mock('next/headers', () => ({ headers: async () => new Headers() }))
// It says its text by script.
vi.mock('./announcement', () => ({ Announcement: ({ text }: { text: string }) => <output>{text}</output> }))
vi.mock(import('@/lib/skin'), async (original) => {
  const { brand } = await original()
  const named = { name: 'Site', service: 'Rewards', operator: 'Ada', consoleLocale: 'en' }
  return { brand: () => named as ReturnType<typeof brand> }
})

const after = (ms: number) => new Promise<string>((resolve) => setTimeout(resolve, ms, 'five'))

async function htmlOf(ms: number): Promise<string> {
  const read = after(ms)
  const { prelude } = await prerender(
    <Suspense>
      <LateCount read={read}>{(data) => <b>{data}</b>}</LateCount>
      <AsyncContent read={read} what="balances" path="/console/balances" searchParams={{}}>
        {(data) => <p>{data}</p>}
      </AsyncContent>
    </Suspense>,
  )
  return new Response(prelude).text()
}

it('AsyncContent announces that the content is there when it comes late', async () => {
  const html = await htmlOf(400)
  expect(html).toContain('<output>Loaded balances</output><p>five</p>')
  expect(html).toContain('<b>five</b>')
})

it('AsyncContent announces nothing when the content is there at once', async () => {
  const html = await htmlOf(0)
  expect(html).toContain('<p>five</p>')
  expect(html).not.toContain('<output>')
})
