import { requireOperator } from '@/lib/auth/user'
import { conversionsJson } from '@/lib/console/conversions/export'
import { readDateFilter } from '@/lib/console/conversions/query'
import type { CsvColumn } from '@/lib/console/shared/csv'
import { exportResponse, partsOf } from '@/lib/console/shared/export'
import { exportTexts } from '@/components/console/shared/export-texts'
import { consoleTexts } from '@/lib/skin/texts'
import { streamConversions, walkConversions, type Conversion } from '@/lib/service'

export { POST, PUT, PATCH, DELETE, OPTIONS } from '@/lib/console/shared/other-methods'

/**
 * The fields of the interface's "Conversion record", in its order. A CSV row has no place for the breakdown, so
 * it has the number of its entries. JSON has the whole breakdown.
 */
const columns: readonly CsvColumn<Conversion>[] = [
  { name: 'conversion_id', value: (conversion) => conversion.conversion_id },
  { name: 'converted_at', value: (conversion) => conversion.converted_at },
  { name: 'period_started_at', value: (conversion) => conversion.period_started_at },
  { name: 'period_ended_at', value: (conversion) => conversion.period_ended_at },
  { name: 'total_subnet_points_in_pool', value: (conversion) => ({ amount: conversion.total_subnet_points_in_pool }) },
  { name: 'gross_bolts_allocation', value: (conversion) => ({ amount: conversion.gross_bolts_allocation }) },
  { name: 'total_bolts_distributed', value: (conversion) => ({ amount: conversion.total_bolts_distributed }) },
  { name: 'user_bolts_distributed', value: (conversion) => ({ amount: conversion.user_bolts_distributed }) },
  { name: 'owner_bolts_distributed', value: (conversion) => ({ amount: conversion.owner_bolts_distributed }) },
  { name: 'user_breakdown_entries', value: (conversion) => conversion.breakdown.entries },
]

/** All conversions of the chosen dates, as a file. */
export async function GET(request: Request): Promise<Response> {
  await requireOperator()
  const filter = readDateFilter(Object.fromEntries(new URL(request.url).searchParams))
  if (!filter.ok) return new Response(`${consoleTexts()('conversions.export.wrongDates')}\n`, { status: 400 })
  return exportResponse(request, {
    name: 'conversions',
    columns,
    rows: (access, options) => partsOf(walkConversions(access, filter.dates, options)),
    json: (access, options) => conversionsJson(streamConversions(access, filter.dates, options), exportTexts()),
    texts: exportTexts(),
  })
}
