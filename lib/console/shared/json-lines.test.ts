import { describe, expect, it } from 'vitest'
import { chunked, collected } from '@/lib/service/test-support'
import { jsonLinesResponse, readJsonLines } from './json-lines'

interface Message {
  text: string
}

/** Yields `count` messages, by default endless ones. `seen` has their number, and whether the generator has ended. */
function source({ failAt = Infinity, count = Infinity } = {}) {
  const seen = { made: 0, isLeft: false }
  const abortController = new AbortController()
  async function* messages(): AsyncGenerator<Message, void, undefined> {
    try {
      for (; seen.made < count; seen.made += 1) {
        if (seen.made === failAt) throw new Error('broken')
        yield { text: `line\n"${seen.made}" ü` }
      }
    } finally {
      seen.isLeft = true
    }
  }
  const errorMessage = (error: unknown) => ({ text: `failed: ${String(error)}` })
  return { seen, abortController, response: jsonLinesResponse(messages(), { abortController, errorMessage }) }
}

const bodyOf = (response: Response) => {
  if (!response.body) throw new Error('There is no body.')
  return response.body
}

describe('jsonLinesResponse and readJsonLines', () => {
  it('deliver the messages unchanged in chunks of any size', async () => {
    const { response } = source({ count: 2 })
    const bytes = new Uint8Array(await response.arrayBuffer())
    for (const size of [1, 3, 1000]) {
      expect(await collected(readJsonLines<Message>(bodyOf(chunked(bytes, size))))).toEqual([
        { text: 'line\n"0" ü' },
        { text: 'line\n"1" ü' },
      ])
    }
  })

  it('deliver the error message last when the task throws', async () => {
    const { response } = source({ failAt: 1 })
    const messages = await collected(readJsonLines<Message>(bodyOf(response)))
    expect(messages.map(({ text }) => text)).toEqual(['line\n"0" ü', 'failed: Error: broken'])
  })

  it('use headers that declare JSON lines and forbid caching and compression', () => {
    const { headers } = source().response
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
  })

  it('take messages one at a time, and end the task when the reader cancels', async () => {
    const { seen, abortController, response } = source()
    const messages = readJsonLines<Message>(bodyOf(response))
    await messages.next()
    expect(seen).toEqual({ made: 0, isLeft: false })
    expect(abortController.signal.aborted).toBe(false)
    await messages.return()
    expect(seen.isLeft).toBe(true)
    expect(abortController.signal.aborted).toBe(true)
  })

  it('send and skip empty lines when the task yields nothing for a while', async () => {
    async function* slow(): AsyncGenerator<Message, void, undefined> {
      await new Promise((resolve) => setTimeout(resolve, 300))
      yield { text: 'late' }
    }
    const make = () =>
      jsonLinesResponse(slow(), {
        abortController: new AbortController(),
        errorMessage: () => ({ text: 'failed' }),
        signOfLifeMs: 10,
      })
    expect(await make().text()).toMatch(/^\n{2,}\{"text":"late"\}\n$/)
    expect(await collected(readJsonLines<Message>(bodyOf(make())))).toEqual([{ text: 'late' }])
  })

  it('throw a SyntaxError when another server answers with HTML', async () => {
    const page = new Response('<html>\n</html>\n')
    await expect(collected(readJsonLines(bodyOf(page)))).rejects.toThrow(SyntaxError)
  })
})
