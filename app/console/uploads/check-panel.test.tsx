import { expect, it } from 'vitest'
import { htmlOf, textOf } from '@/components/console/test-support'
import { consoleTexts } from '@/lib/skin/texts'
import { FaultList, maxOddRows, oddRowsOf } from './check-panel'
import type { CsvFault } from './csv-faults'

const texts: [CsvFault, string][] = [
  [{ kind: 'empty' }, 'The file is empty. Choose one'],
  [{ kind: 'no_rows' }, 'The file has a header row, but no rows below it.'],
  [{ kind: 'no_header', line: 1 }, 'Line 1: the header row has no column names.'],
  [{ kind: 'not_utf8', line: 1200 }, 'Line 1,200 isn’t UTF-8.'],
  [{ kind: 'utf16', line: 1 }, 'The file is UTF-16'],
  [{ kind: 'nul', line: 3 }, 'Line 3 has a NUL character.'],
  [{ kind: 'mark', line: 3 }, 'Line 3 has a byte order mark'],
  [{ kind: 'bare_return', line: 3 }, 'Line 3 has a CR without an LF.'],
  [{ kind: 'doubled_return', line: 3 }, 'Line 3 ends with CR CR LF.'],
  [
    { kind: 'blanks_in_names', line: 1, names: ['a'] },
    'Line 1: the column name a has white space or invisible characters in or around it. Type it again.',
  ],
  [
    { kind: 'spaces_in_names', line: 1, names: ['a b', 'c d'] },
    'Line 1: the column names a b and c d have spaces inside. Check that Subnet Rewards expects them.',
  ],
  [{ kind: 'broken_quotes', line: 3 }, 'Line 3: a quote is missing or misplaced'],
  [{ kind: 'endless_row', line: 3 }, 'Line 3 is longer than 1 MB.'],
  [{ kind: 'duplicate_columns', line: 1, names: ['a', 'b'] }, 'Line 1: more than one column is named a and b.'],
  [{ kind: 'too_many_columns', line: 1, total: 1001, max: 1000 }, 'Line 1: 1,001 columns, and the limit is 1,000.'],
  [
    { kind: 'missing_columns', names: ['a'] },
    'Missing column: a. Names are case-sensitive. If Subnet Rewards no longer needs it,',
  ],
  [{ kind: 'missing_columns', names: ['a', 'b', 'c'] }, 'Missing columns: a, b, and c.'],
  [{ kind: 'unnamed_columns', line: 1, names: ['2'] }, 'Line 1: column 2 has no name.'],
  [{ kind: 'unnamed_columns', line: 1, names: ['2', '4'] }, 'Line 1: columns 2 and 4 have no name.'],
  [{ kind: 'header_looks_like_data', line: 1, example: '{x}' }, 'but “{x}” looks like data.'],
  [{ kind: 'other_separator', line: 1, separator: 'semicolon' }, 'containing semicolons.'],
  [{ kind: 'other_separator', line: 1, separator: 'tab' }, 'containing tabs.'],
  [{ kind: 'other_separator', line: 1, separator: 'bar' }, 'containing bars.'],
  [{ kind: 'every_row_ragged', expected: 2, total: 3, first: [] }, 'Every row has more or fewer cells'],
  [
    { kind: 'ragged_rows', expected: 2, total: 3, first: [{ line: 4, cells: 1 }] },
    '3 rows have more or fewer cells than the header, which has 2. Subnet Rewards doesn’t say whether it accepts the other rows. Line 4: 1 cell … and 2 more',
  ],
]

it('FaultList describes each fault of a file', () => {
  for (const [fault, text] of texts) {
    expect(textOf(htmlOf(<FaultList faults={[fault]} />, 'uploads.form'))).toContain(text)
  }
})

/** Returns the file of odd rows of a CSV. Reading it as text drops the byte order mark. */
const oddRows = async (csv: string) => (await oddRowsOf(new File([csv], 'runs.csv'), consoleTexts())).text()

it('oddRowsOf writes the rows with more or fewer cells than the header, with their lines and without formulas', async () => {
  expect(await oddRows('id,=note\n1,2\n"run ""1"""\n"4\n5",=6,@7\n8,9\n')).toBe(
    `Line,Problem,id,"'=note"\r\n` +
      '3,1 cell where the header has 2,"run ""1"""\r\n' +
      `4,3 cells where the header has 2,"4\n5","'=6","'@7"\r\n`,
  )
})

it('oddRowsOf says that rows are missing when it has the maximum number, and when it cannot read further', async () => {
  const cut = '"Only the first 10,000 are in this file."\r\n'
  const many = await oddRows(`a,b\n${'1\n'.repeat(maxOddRows + 10)}`)
  expect(many.split('\r\n')).toHaveLength(1 + maxOddRows + 2)
  expect(many.endsWith(cut)).toBe(true)
  expect((await oddRows('a,b\n1\n"2\n\0\n3\n')).endsWith(`2,1 cell where the header has 2,1\r\n${cut}`)).toBe(true)
})
