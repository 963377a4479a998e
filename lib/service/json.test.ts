import { describe, expect, it, vi } from 'vitest'
import { JsonNumber, readJson, stringifyJson, type JsonElement } from './json'
import { chunked, rejection } from './test-support'

const options = { operation: 'listBalances', maxBytes: 10_000 } as const

async function readElements(response: Response, paths: string[]) {
  const taken: JsonElement[] = []
  const take = (elements: JsonElement[]) => void taken.push(...elements)
  const result = await readJson(response, { ...options, elements: { paths, take } })
  return { elements: taken, result }
}

const number = (text: string) => new JsonNumber(text)

/** Reads a text as a whole and byte by byte, which must have the same result. */
async function readBothWays(text: string | Uint8Array<ArrayBuffer>) {
  const whole = await readJson(new Response(text), options)
  expect(await readJson(chunked(text), options)).toEqual(whole)
  return whole
}

describe('readJson', () => {
  it('reads JSON, and keeps each number as written', async () => {
    for (const [text = '', value] of [
      ['{}', {}],
      ['[]', []],
      ['"text"', 'text'],
      [' \n{"a":[null,true,false,{"b":""}]}\r\n\t ', { a: [null, true, false, { b: '' }] }],
      ['"\\u00fc\\"\\\\\\n ü😀\\ud83d\\ude00"', 'ü"\\\n ü😀😀'],
      ['{"a":1,"a":2}', { a: number('2') }],
      ['\ufeff{}', {}],
    ] as const)
      expect(await readBothWays(text)).toEqual({ ok: true, value })
    const numbers = ['0', '-0', '12.50', '9007199254740993', '0.12345678901234567890123', '1e21', '-1.5E-7', '1e999']
    expect(await readBothWays(`[${numbers.join()}]`)).toEqual({ ok: true, value: numbers.map(number) })
  })

  it('refuses a text that is no JSON', async () => {
    const incomplete = ['', ' ', '{', '{"a":1', '[1,]']
    const withMore = ['{} {}', '{}x', '\ufeff', '\ufeff\ufeff{}', '{\ufeff}', '{}\ufeff']
    const ofOthers = ['01', "{'a':1}", '<!doctype html>', 'NaN', '{"a":undefined}', '"\u0001"']
    for (const text of [...incomplete, ...withMore, ...ofOthers]) {
      expect(await readBothWays(text), text).toEqual({ ok: false, problem: 'not_json' })
    }
  })

  it('refuses a text that is nested too deeply', async () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(await readBothWays(nested(100))).toMatchObject({ ok: true })
    expect(await readBothWays(nested(101))).toEqual({ ok: false, problem: 'not_json' })
    expect(await readJson(new Response('['.repeat(9000)), options)).toEqual({ ok: false, problem: 'not_json' })
  })

  it('does not change the prototype when a field is named __proto__', async () => {
    const result = await readJson(new Response('{"__proto__":{"isAdmin":true}}'), options)
    expect(result.ok && (result.value as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it('replaces bytes that are not UTF-8', async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('"a'), 0xff, ...new TextEncoder().encode('b"')])
    expect(await readBothWays(bytes)).toEqual({ ok: true, value: 'a\ufffdb' })
  })

  it('reads multi-byte characters at any boundary of a chunk or a piece', async () => {
    const text = JSON.stringify(['ü€😀\ufeff'.repeat(500)])
    for (const size of [1, 3, 1000, 10_000]) {
      expect(await readJson(chunked(text, size), options)).toEqual({ ok: true, value: JSON.parse(text) })
    }
  })

  it('stops reading at the limit', async () => {
    const cancel = vi.fn()
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('  '.repeat(500))),
      cancel,
    })
    expect(await readJson(new Response('[]'.padEnd(10_000)), options)).toMatchObject({ ok: true })
    expect(await readJson(new Response('[]'.padEnd(10_001)), options)).toEqual({ ok: false, problem: 'too_large' })
    expect(await readJson(new Response(endless), options)).toEqual({ ok: false, problem: 'too_large' })
    expect(cancel).toHaveBeenCalledOnce()
  })
})

describe('readJson with elements', () => {
  const text = JSON.stringify({
    lists: [
      { id: 'a', parts: [1, 'two', { three: [3] }, []] },
      { parts: [null], id: 'b' },
    ],
    rest: true,
  })
  const paths = ['$.lists.*', '$.lists.*.parts.*']

  it('passes elements on as they arrive, in chunks of any size', async () => {
    for (const size of [1, 7, 1000]) {
      const { elements, result } = await readElements(chunked(text, size), paths)
      expect(elements.map(({ path, value }) => [path, value])).toEqual([
        ['$.lists.*.parts.*', number('1')],
        ['$.lists.*.parts.*', 'two'],
        ['$.lists.*.parts.*', { three: [number('3')] }],
        ['$.lists.*.parts.*', []],
        ['$.lists.*', { id: 'a', parts: [] }],
        ['$.lists.*.parts.*', null],
        ['$.lists.*', { id: 'b', parts: [] }],
      ])
      expect(result).toEqual({ ok: true, value: { lists: [], rest: true } })
    }
  })

  it('passes elements on with their owner', async () => {
    const { elements } = await readElements(chunked(text), paths)
    const owners = elements.filter(({ path }) => path === '$.lists.*.parts.*').map(({ owner }) => owner)
    const lists = elements.filter(({ path }) => path === '$.lists.*').map(({ value }) => value)
    expect(owners).toEqual([lists[0], lists[0], lists[0], lists[0], lists[1]])
    expect(new Set(owners)).toEqual(new Set(lists))
  })

  it('leaves anything but an array in the document', async () => {
    for (const text of ['{"lists":{"x":{"parts":{"y":1}}}}', '{"lists":"x"}', '{"lists":null}', '{}']) {
      const { elements, result } = await readElements(chunked(text), paths)
      expect(elements).toEqual([])
      expect(result.ok && stringifyJson(result.value)).toBe(text)
    }
  })

  it('passes on the elements that arrived before the text became invalid', async () => {
    const { elements, result } = await readElements(chunked('{"lists":[1,2,x'), paths)
    expect(elements).toHaveLength(2)
    expect(result).toEqual({ ok: false, problem: 'not_json' })
  })

  it('reads the next chunk after the elements have been taken', async () => {
    const events: string[] = []
    let part = 0
    const body = new ReadableStream(
      {
        pull(controller) {
          part += 1
          events.push(`chunk ${part}`)
          if (part > 2) return controller.close()
          controller.enqueue(new TextEncoder().encode(part === 1 ? '{"lists":[1,' : '2]}'))
        },
      },
      { highWaterMark: 0 },
    )
    const take = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      events.push('taken')
    }
    await readJson(new Response(body), { ...options, elements: { paths: ['$.lists.*'], take } })
    expect(events).toEqual(['chunk 1', 'taken', 'chunk 2', 'taken', 'chunk 3'])
  })

  it('closes the body when taking the elements fails', async () => {
    const cancel = vi.fn()
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"lists":[1,')),
      cancel,
    })
    const take = () => Promise.reject(new Error('full'))
    const reading = readJson(new Response(body), { ...options, elements: { paths, take } })
    expect(await rejection(reading)).toMatchObject({ message: 'full' })
    expect(cancel).toHaveBeenCalledOnce()
  })
})

it('stringifyJson writes what readJson has read unchanged', async () => {
  for (const text of ['{"a":[1.50,9007199254740993,null,true,"ü\\""],"b":{}}', '[]', '"x"', 'null']) {
    const result = await readJson(new Response(text), options)
    expect(result.ok && stringifyJson(result.value)).toBe(text)
  }
})
