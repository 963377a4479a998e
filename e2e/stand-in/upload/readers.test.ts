import { describe, expect, test } from 'vitest'
import { CsvReader } from './csv'
import { boundaryOf, readMultipart } from './multipart'

const csv = 'event_id,note\r\nrun-a,first\r\nrun-b,"two\nlines, ""quoted"""\r\nrun-c\r\n\r\nrun-d,last'

describe('the readers', () => {
  const body = Buffer.from(
    `preamble\r\n--b\r\nContent-Disposition: form-data; name="csv_file"; filename="ä.csv"\r\n` +
      `Content-Type: text/csv\r\n\r\n${csv}\r\n--\r\n--bb\r\n--b--\r\nepilogue`,
  ).toString('latin1')

  async function* chunks(size: number) {
    const bytes = Buffer.from(body.replace('--bb\r\n', '-b\r\n'), 'latin1')
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }

  test.each([1, 2, 3, 7, 64, 10_000])('read the same whatever the chunks: %i bytes', async (size) => {
    const parts: string[] = []
    const reader = new CsvReader(10)
    let content = ''
    for await (const event of readMultipart(chunks(size), 'b')) {
      if (event.type === 'part') parts.push(`${event.name}/${event.fileName}`)
      else {
        content += event.chunk.toString()
        reader.write(event.chunk)
      }
    }
    reader.end()
    expect(parts).toEqual(['csv_file/ä.csv'])
    expect(content).toBe(`${csv}\r\n--\r\n-b`)
    expect(reader).toMatchObject({
      header: ['event_id', 'note'],
      rows: 6,
      failed: 3,
      kept: [
        ['run-a', 'first'],
        ['run-b', 'two\nlines, "quoted"'],
        ['run-d', 'last'],
      ],
    })
  })

  test('count what they do not keep', () => {
    const reader = new CsvReader(2)
    reader.write(Buffer.from(`\u{feff}a,b\n${'1,2\n'.repeat(1000)}${'x'.repeat(70_000)},y\n"open,1\n2,3\n`))
    reader.end()
    expect(reader).toMatchObject({
      header: ['a', 'b'],
      rows: 1002,
      failed: 2,
      kept: [
        ['1', '2'],
        ['1', '2'],
      ],
    })
  })

  test.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['multipart/form-data; charset=utf-8; boundary="a b"', 'a b'],
    ['multipart/form-data', null],
    ['application/json; boundary=abc', null],
    [undefined, null],
  ])('find the boundary of %s', (type, boundary) => {
    expect(boundaryOf(type)).toBe(boundary)
  })
})
