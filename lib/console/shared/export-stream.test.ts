import { describe, expect, it } from 'vitest'
import { streamOf, type Piece, type Pieces } from './export-stream'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Streams the pieces with a sign of life every 5 ms. A number is a wait in milliseconds. */
async function streamFrom(pieces: (Piece | number | Error)[], { allowsBlankLines = false } = {}) {
  async function* source(): Pieces {
    for (const piece of pieces) {
      if (piece instanceof Error) throw piece
      if (typeof piece === 'number') await wait(piece)
      else yield piece
    }
  }
  const pauses: number[] = []
  const generator = source()
  const stream = streamOf(await generator.next(), generator, {
    abortController: new AbortController(),
    allowsBlankLines,
    onPause: (seconds) => pauses.push(seconds),
    errorOf: (error) => new Error(`broke off: ${String(error)}`),
    signOfLifeMs: 5,
  })
  return { stream, pauses }
}

async function chunksOf(...asked: Parameters<typeof streamFrom>) {
  const { stream, pauses } = await streamFrom(...asked)
  const chunks: string[] = []
  for await (const chunk of stream) chunks.push(new TextDecoder().decode(chunk))
  return { chunks, text: chunks.join(''), pauses }
}

describe('streamOf', () => {
  it('sends held-back text character by character when the source yields nothing for a while', async () => {
    const { chunks, text, pauses } = await chunksOf([
      'name\r\n',
      { pauseSeconds: 60 },
      300,
      'ü😀'.repeat(400),
      300,
      'end',
    ])
    expect(text).toBe(`name\r\n${'ü😀'.repeat(400)}end`)
    expect(chunks.slice(0, 2)).toEqual(['n', 'a'])
    expect(chunks.length).toBeGreaterThan(6)
    expect(pauses).toEqual([60])
  })

  it('sends line feeds when the source yields nothing and the format allows them', async () => {
    const { text } = await chunksOf(['[', 300, ']'], { allowsBlankLines: true })
    expect(text).toMatch(/^\[\n{2,}\]$/)
  })

  it('sends the whole text before it fails when the source fails', async () => {
    for (const allowsBlankLines of [true, false]) {
      const { stream } = await streamFrom(['name\r\n', 'a'.repeat(40_000), 'last row', new Error('no')], {
        allowsBlankLines,
      })
      let text = ''
      const read = async () => {
        for await (const chunk of stream) text += new TextDecoder().decode(chunk)
      }
      await expect(read()).rejects.toThrow('broke off: Error: no')
      expect(text).toBe(`name\r\n${'a'.repeat(40_000)}last row`)
    }
  })

  it('fails when the source fails, whether or not a reader waits', async () => {
    await expect(chunksOf(['name', 20, new Error('no')])).rejects.toThrow('broke off: Error: no')
    const { stream } = await streamFrom(['name', 15, new Error('no')])
    const reader = stream.getReader()
    expect((await reader.read()).done).toBe(false)
    await wait(40)
    expect((await reader.read()).done).toBe(false)
    await expect(reader.read()).rejects.toThrow('broke off')
  })
})
