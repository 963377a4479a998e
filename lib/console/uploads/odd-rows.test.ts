import { describe, expect, it } from 'vitest'
import { OddRows } from './odd-rows'
import { maxOddRows, oddRowsHead, oddRowsText } from './odd-rows-file'

const bytesOf = (text: string) => new TextEncoder().encode(text)

function found(text: string, chunkBytes = 5) {
  const finder = new OddRows()
  const bytes = bytesOf(text)
  const rows = []
  for (let at = 0; at < bytes.length && !finder.isOver; at += chunkBytes) {
    finder.write(bytes.slice(at, at + chunkBytes))
    rows.push(...finder.take())
  }
  finder.end()
  return { header: finder.header, rows: [...rows, ...finder.take()], isOver: finder.isOver }
}

describe('OddRows', () => {
  it('finds the rows with more or fewer cells than the header, and their lines', () => {
    expect(found('a,b\n1,2\n3\n"4\n5",6,7\n8,9\n')).toEqual({
      header: ['a', 'b'],
      rows: [
        { line: 3, cells: ['3'] },
        { line: 4, cells: ['4\n5', '6', '7'] },
      ],
      isOver: false,
    })
  })

  it('ends when it has the maximum number of rows, and when it cannot read further', () => {
    const many = found(`a,b\n${'1\n'.repeat(maxOddRows + 10)}`, 1000)
    expect(many.rows).toHaveLength(maxOddRows)
    expect(many.isOver).toBe(true)
    expect(found('a,b\n1\n"2\n\0\n3\n')).toMatchObject({ rows: [{ line: 2 }], isOver: true })
  })
})

it('oddRowsHead and oddRowsText keep the cells and escape formulas', () => {
  const head = oddRowsHead(['id', '=note'], { line: 'Line', what: 'Problem' })
  const text = oddRowsText([{ line: 3, cells: ['run "1"', '=1+1', '@x'] }], ({ cells }) => `${cells.length} cells`)
  expect(head + text).toBe(`\ufeffLine,Problem,id,"'=note"\r\n3,3 cells,"run ""1""","'=1+1","'@x"\r\n`)
})
