import type { ReactNode } from 'react'
import { Badge, Flag } from './badge'
import { Identifier } from './identifier'
import { LinkOut, TextLink } from './links'
import { RelativeTime, Time } from './time'
import { valueOf, type TableDeclaration } from '@/lib/console/list'
import { decimalsOf } from '@/lib/format'
import type { ConsoleTextKey } from '@/lib/messages/keys'
import { serviceText } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

/** Cells that no kind of column renders, by the key of their column. `limit` is the page size of a list with pages. */
export type Cells<Row, Filter> = Readonly<
  Record<string, (row: Row, filter: Filter, limit: number | undefined) => ReactNode>
>

export interface Content<Row extends object, Filter> {
  table: TableDeclaration<Row, Filter>
  filter: Filter
  cells: Cells<Row, Filter> | undefined
  limit?: number | undefined
  /** The number of decimals of each column, by `decimalsIn`. */
  decimals: Readonly<Record<string, number>>
}

/**
 * Returns a text of a list. Each list has in its group:
 *
 * - `what`: the name of its rows in a sentence, and `caption`, which describes its table;
 * - `count` and `details`, with the number of rows and the name of a row;
 * - `away` if its rows are in the store, and `more` and `unsearched` if it lists the newest ones first;
 * - `empty.title` and `empty.text`;
 * - `columns`: the header of each column; `ids`: the name of each ID; `words`: the words of each `word` and `badge`.
 */
export const listText = (name: string, key: string, values?: Readonly<Record<string, string | number>>): string =>
  consoleTexts()(`${name}.${key}` as ConsoleTextKey, values)

/** All amounts of a table have the same number, except in columns of whole numbers. */
export function decimalsIn<Row extends object, Filter>(
  table: TableDeclaration<Row, Filter>,
  rows: readonly Row[],
  filter: Filter,
): Record<string, number> {
  const own = Object.entries(table.columns)
    .filter(([, { kind }]) => kind === 'amount' || kind === 'percent')
    .map(([key, { kind }]) => {
      const decimals = decimalsOf(rows.map((row) => Number(valueOf(table, key, row, filter))))
      return [key, decimals, kind === 'amount' && decimals > 0] as const
    })
  const most = Math.max(...own.map(([, decimals, isShared]) => (isShared ? decimals : 0)))
  return Object.fromEntries(own.map(([key, decimals, isShared]) => [key, isShared ? most : decimals]))
}

/**
 * Returns the details of a row: its further columns, its IDs in full and its times exactly.
 *
 * @param isAlone - whether no row is beside them, so that the IDs need its links.
 */
export function detailsOf<Row extends object, Filter>(
  content: Content<Row, Filter>,
  row: Row,
  isAlone = false,
): Record<string, ReactNode> {
  const { name, columns } = content.table
  const fields: Record<string, ReactNode> = {}
  for (const [key, { kind, isDetail = false, isInFileOnly = false }] of Object.entries(columns)) {
    const isRepeated = kind === 'id' || kind === 'time'
    if (isInFileOnly || !(isDetail || isRepeated)) continue
    const isNamed = kind === 'id' && !isDetail
    const header = isNamed
      ? listText(name, `ids.${key}`).replace(/^./, (first) => first.toUpperCase())
      : listText(name, `columns.${key}`)
    fields[header] = cellOf(content, key, row, { isWhole: true, isLinked: isDetail || isAlone })
  }
  return fields
}

/**
 * Renders a value for its cell, or whole for the details. Without a value, the cell is empty and the detail left out.
 */
export function cellOf<Row extends object, Filter>(
  { table, filter, cells, limit, decimals }: Content<Row, Filter>,
  key: string,
  row: Row,
  { isWhole = false, isLinked = false } = {},
): ReactNode {
  const column = table.columns[key]
  if (!column) return null
  const { kind, isDetail, isRowHeader, hasCopy = true, href, linkOut, shows, now, words = [], tones = {} } = column
  const own = isWhole && !isDetail ? undefined : cells?.[key]?.(row, filter, limit)
  if (own !== null && own !== undefined) return own
  const value = valueOf(table, key, row, filter)
  const none = isRowHeader && !isWhole ? <span className="text-muted">{consoleTexts()('shared.none')}</span> : null
  if (value === null || value === undefined) return none
  const text = String(value)
  const number = Number(value)
  const url = href?.(text, row)
  const formats = consoleFormats()
  const linked = (content: ReactNode) => (url ? <TextLink href={url}>{content}</TextLink> : content)
  const word = (isKnown: boolean) => (isKnown ? listText(table.name, `words.${key}.${text}`) : serviceText(text))
  // Zeros are quiet, so that the other numbers of a column stand out.
  const digits = (digits: string) => (number === 0 ? <span className="text-muted">{digits}</span> : digits)
  switch (kind) {
    case 'id': {
      const what = listText(table.name, `ids.${key}`)
      if (!isWhole) return <Identifier value={text} what={hasCopy ? what : undefined} href={url} />
      return (
        <>
          <Identifier value={text} what={what} isWhole href={isLinked ? url : undefined} />{' '}
          {linkOut && <LinkOut kind={linkOut} id={text} />}
        </>
      )
    }
    case 'amount':
      return digits(formats.amount(number, decimals[key]))
    case 'percent':
      return digits(formats.percent(number, decimals[key]))
    case 'rank':
    case 'count':
      return digits(formats.count(number))
    case 'bytes':
      return formats.bytes(number)
    case 'time': {
      const time = typeof value === 'number' ? value : text
      if (isWhole) return <Time time={time} />
      if (shows) return linked(<Time time={time} isDay={shows === 'day'} />)
      return linked(<RelativeTime time={time} {...(now && { now: now(row) })} />)
    }
    case 'flag':
      return isWhole && value !== true ? null : <Flag isSet={value === true} isInCell />
    case 'word':
      return <span className="whitespace-nowrap">{word(words.includes(text)) ?? none}</span>
    case 'badge': {
      const isKnown = Object.hasOwn(tones, text)
      return <Badge tone={(isKnown && tones[text]) || 'neutral'}>{word(isKnown) ?? none}</Badge>
    }
    case 'text':
      return linked(<bdi>{serviceText(text) ?? none}</bdi>)
  }
}
