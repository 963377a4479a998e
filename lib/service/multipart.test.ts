import { describe, expect, it, vi } from 'vitest'
import { multipartBody, type BatchFile } from './multipart'
import { rejection } from './test-support'

const encoder = new TextEncoder()
const streamOf = (...chunks: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
const bodyOf = (change: Partial<BatchFile> = {}) =>
  multipartBody(
    {
      name: 'runs.csv',
      content: streamOf(encoder.encode('a,b\n'), encoder.encode('1,2\n')),
      ...change,
    },
    () => {},
  )
const responseOf = (pieces: AsyncIterable<Uint8Array>, init: ResponseInit = {}) => new Response(pieces as never, init)
const formOf = ({ pieces, contentType }: ReturnType<typeof bodyOf>) =>
  responseOf(pieces, { headers: { 'Content-Type': contentType } }).formData()

describe('the form of multipartBody', () => {
  it('accepts an empty file', async () => {
    const file = (await formOf(bodyOf({ content: streamOf() }))).get('csv_file') as File
    expect(file.size).toBe(0)
  })

  it('escapes the name of the file', async () => {
    for (const [name = '', written] of [
      ['task "runs".csv', 'task %22runs%22.csv'],
      ['a\r\nContent-Type: text/html\r\n\r\n.csv', 'a%0D%0AContent-Type: text/html%0D%0A%0D%0A.csv'],
      ['läufe 任务.csv', 'läufe 任务.csv'],
      ['back\\slash;semicolon=.csv', 'back\\slash;semicolon=.csv'],
      ['half \ud800.csv', 'half \ufffd.csv'],
    ]) {
      const text = await responseOf(bodyOf({ name }).pieces).text()
      const [, disposition, type, blank] = text.split('\r\n')
      expect(disposition).toBe(`Content-Disposition: form-data; name="csv_file"; filename="${written}"`)
      expect([type, blank]).toEqual(['Content-Type: text/csv', ''])
    }
  })

  it('has a new boundary for each form', () => {
    expect(bodyOf().contentType).not.toBe(bodyOf().contentType)
  })

  it('sends nothing beyond the given size', async () => {
    const content = streamOf(encoder.encode('a,b\n'), encoder.encode('1,2\n'), encoder.encode('3,4\n'))
    let sent = ''
    const decoder = new TextDecoder()
    const read = async () => {
      for await (const piece of bodyOf({ content, sizeBytes: 5 }).pieces) sent += decoder.decode(piece)
    }
    expect(await rejection(read())).toBeInstanceOf(RangeError)
    expect(sent.endsWith('\r\n\r\na,b\n')).toBe(true)
  })

  it('fails when the content has another size than given', async () => {
    for (const sizeBytes of [7, 9, 0]) {
      const body = bodyOf({ sizeBytes })
      expect(await rejection(responseOf(body.pieces).text())).toBeInstanceOf(RangeError)
    }
  })
})

describe('the pieces of multipartBody', () => {
  it('reads the content only on demand, one chunk at a time', async () => {
    const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(10)))
    const content = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
    const { pieces } = bodyOf({ content })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(pull).not.toHaveBeenCalled()
    for (const chunksRead of [0, 1, 2, 3]) {
      await pieces.next()
      expect(pull).toHaveBeenCalledTimes(chunksRead)
    }
  })

  it('splits long chunks into pieces of 64 KiB', async () => {
    const sizes: number[] = []
    for await (const piece of bodyOf({ content: streamOf(new Uint8Array(150_000)) }).pieces)
      sizes.push(piece.byteLength)
    expect(sizes.slice(1, -1)).toEqual([65_536, 65_536, 18_928])
  })
})
