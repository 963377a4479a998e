import { expect, it } from 'vitest'
import { CsvCheck } from './csv-check'
import { exampleCsv } from './example'

it('exampleCsv writes a file that passes the check for its columns', () => {
  const columns = ['event_id', 'task, id', '"note"']
  const csv = new CsvCheck({ expectedColumns: columns })
  csv.write(new TextEncoder().encode(exampleCsv(columns)))
  csv.end()
  expect(csv.report()).toMatchObject({ rows: 2, columns, faults: [] })
  expect(csv.report().preview[0]?.cells).toEqual(['EXAMPLE event_id 1', 'EXAMPLE task, id 1', 'EXAMPLE "note" 1'])
})
