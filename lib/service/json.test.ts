import { expect, it, vi } from 'vitest'
import { readJson } from './json'
import { errorOf } from './test-support'

/** A response whose body arrives in chunks of `size` bytes. */
function chunked(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text)
  const start = (controller: ReadableStreamDefaultController) => {
    for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
    controller.close()
  }
  return new Response(new ReadableStream({ start }))
}

const options = { operation: 'listBalances', maxBytes: 10_000 } as const

it('readJson reads JSON in chunks of any size', async () => {
  const text = `\ufeff${JSON.stringify({ text: 'ü€😀\ufeff'.repeat(500), numbers: [0.1, 1e21, -7] })}`
  for (const size of [1, 3, 1000, 10_000]) {
    const value = JSON.parse(text.slice(1)) as unknown
    expect(await readJson(chunked(text, size), options)).toEqual({ ok: true, data: value })
  }
})

it('readJson replaces bytes that are not UTF-8', async () => {
  const bytes = new Uint8Array([...new TextEncoder().encode('"a'), 0xff, ...new TextEncoder().encode('b"')])
  expect(await readJson(new Response(bytes), options)).toEqual({ ok: true, data: 'a\ufffdb' })
})

it('readJson returns undefined when the text is no JSON', async () => {
  for (const body of ['', ' ', '{"a":1', '[1,]', '{} {}', '<!doctype html>', null]) {
    expect(await readJson(new Response(body), options), String(body)).toEqual({ ok: true, data: undefined })
  }
})

it('readJson stops reading at the limit', async () => {
  const cancel = vi.fn()
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('  '.repeat(500))),
    cancel,
  })
  expect(await readJson(new Response('[]'.padEnd(10_000)), options)).toEqual({ ok: true, data: [] })
  expect(await errorOf(readJson(new Response('[]'.padEnd(10_001)), options))).toMatchObject({ problem: 'too_large' })
  expect(await errorOf(readJson(new Response(endless), options))).toMatchObject({ problem: 'too_large' })
  expect(cancel).toHaveBeenCalledOnce()
})
