import { Link } from '@/components/ui/link'
import { conversionPath, pageUrl, type SearchParams } from '@/lib/console/page-url'
import { differenceOf } from '@/lib/console/sums'
import { decimalsOf, formatDay } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { ConversionFields } from '@/lib/service'
import { listPositionParams, type ListPosition } from '@/app/console/conversions/query'
import type { Neighbour, NeighbourFound, Neighbours } from './neighbours'

const amounts = {
  pool: (conversion) => conversion.total_subnet_points_in_pool,
  gross: (conversion) => conversion.gross_bolts_allocation,
  total: (conversion) => conversion.total_bolts_distributed,
  users: (conversion) => conversion.user_bolts_distributed,
  owner: (conversion) => conversion.owner_bolts_distributed,
} as const satisfies Record<string, (conversion: ConversionFields) => number>
const names = Object.keys(amounts) as (keyof typeof amounts)[]

/**
 * A conversion's amounts, their change since the previous conversion, and links to the neighbours.
 *
 * @param neighbours - null while the server reads them.
 * @param searchParams - the query of the page. The links keep its search and its order.
 */
export function Totals({
  conversion,
  listPosition,
  neighbours,
  searchParams,
}: {
  conversion: ConversionFields
  listPosition: ListPosition
  neighbours: Neighbours | null
  searchParams: SearchParams
}) {
  const t = consoleTexts()
  const { amount } = consoleFormats()
  const decimals = decimalsOf(names.map((name) => amounts[name](conversion)))
  const older = neighbours && neighbours.older
  const urlOf = ({ conversion: { conversion_id: id }, at }: Neighbour) =>
    pageUrl(conversionPath(id), { ...searchParams, ...listPositionParams({ ...listPosition, at }), page: undefined })
  return (
    <section aria-labelledby="totals" className="grid content-start gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="totals" className="font-semibold">
          {t('conversions.one.totals.title')}
        </h2>
        <nav aria-label={t('conversions.one.neighbours.title')} className="flex gap-2">
          {(['older', 'newer'] as const).map((name) => {
            const neighbour = neighbours && neighbours[name]
            return (
              isNeighbour(neighbour) && (
                <Link key={name} href={urlOf(neighbour)} className="chip">
                  {t(`conversions.one.neighbours.${name}`)}
                </Link>
              )
            )
          })}
        </nav>
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-sm sm:grid-cols-[minmax(0,1fr)_auto_auto]">
        {names.map((name) => (
          <div key={name} className="col-span-full grid grid-cols-subgrid items-baseline">
            <dt className="text-muted">{t(`conversions.one.totals.${name}`)}</dt>
            <dd className="text-end font-medium tabular-nums">{amount(amounts[name](conversion), decimals)}</dd>
            {isNeighbour(older) && (
              <dd className="text-end text-muted tabular-nums max-sm:col-start-2">
                <span className="sr-only">{t('conversions.one.change.label')} </span>
                {changeText(amounts[name](conversion), amounts[name](older.conversion))}
              </dd>
            )}
          </div>
        ))}
      </dl>
      {neighbours && <p className="text-sm text-muted">{noteOn(neighbours.older)}</p>}
    </section>
  )
}

const isNeighbour = (found: NeighbourFound): found is Neighbour => found !== null && found !== 'unknown'

function noteOn(older: NeighbourFound): string {
  const t = consoleTexts()
  if (older === null) return t('conversions.one.change.first')
  if (older === 'unknown') return t('conversions.one.change.unknown')
  return t('conversions.one.change.since', { day: formatDay(older.conversion.converted_at) })
}

/** Formats a change in the amount's own unit and in percent: `+12.5 (+3.1%)`. */
function changeText(now: number, before: number): string {
  const { amount, percent } = consoleFormats()
  const difference = differenceOf(now, before)
  const sign = difference > 0 ? '+' : ''
  const share = Number(((difference / Math.abs(before)) * 100).toFixed(1))
  return sign + amount(difference) + (before === 0 ? '' : ` (${sign}${percent(share)})`)
}
