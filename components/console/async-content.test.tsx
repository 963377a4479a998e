import { Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { expect, it, vi } from 'vitest'
import '@/lib/skin/test-support'
import { AsyncContent, LateCount } from './async-content'

vi.mock('next/headers', () => ({ headers: async () => new Headers() }))
// The component announces its text by script.
vi.mock('./announcement', () => ({ Announcement: ({ text }: { text: string }) => <output>{text}</output> }))
// The test decides what is late, not the speed of the machine.
const wait = vi.hoisted(() => ({ isOver: false }))
vi.mock('node:timers/promises', () => ({
  setTimeout: (_: number, value: unknown) => (wait.isOver ? Promise.resolve(value) : new Promise(() => {})),
}))

async function htmlOf({ isLate }: { isLate: boolean }): Promise<string> {
  wait.isOver = isLate
  const read = new Promise<string>((resolve) => setTimeout(resolve, isLate ? 50 : 0, 'five'))
  const { prelude } = await prerender(
    <Suspense>
      <LateCount read={read}>{(data) => <b>{data}</b>}</LateCount>
      <AsyncContent read={read} what="balances" path="/console/balances">
        {(data) => <p>{data}</p>}
      </AsyncContent>
    </Suspense>,
  )
  return new Response(prelude).text()
}

it('AsyncContent announces content when it is late', async () => {
  const html = await htmlOf({ isLate: true })
  expect(html).toContain('<output>Loaded balances</output><p>five</p>')
  expect(html).toContain('<b>five</b>')
})

it('AsyncContent announces nothing when the content is ready in time', async () => {
  const html = await htmlOf({ isLate: false })
  expect(html).toContain('<p>five</p>')
  expect(html).not.toContain('<output>')
})
