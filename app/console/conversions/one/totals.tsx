import { PercentChange, signed } from '@/components/console/percent-change'
import { Link } from '@/components/ui/link'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { differenceOf } from '@/lib/console/sums'
import { decimalsOf, formatDay } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { ConversionFields } from '@/lib/service'
import type { Neighbour, Neighbours } from './read'

const fields = [
  { name: 'pool', field: 'total_subnet_points_in_pool' },
  { name: 'gross', field: 'gross_bolts_allocation' },
  { name: 'total', field: 'total_bolts_distributed' },
  { name: 'users', field: 'user_bolts_distributed' },
  { name: 'owner', field: 'owner_bolts_distributed' },
] as const

/**
 * A conversion's amounts, their change since the previous conversion, and links to the neighbours.
 *
 * @param neighbours - null while the server reads them.
 * @param searchParams - the query of the page, with the position of the conversion. The links keep the rest of it.
 */
export function Totals({
  conversion,
  neighbours,
  searchParams,
}: {
  conversion: ConversionFields
  neighbours: Neighbours | null
  searchParams: SearchParams
}) {
  const t = consoleTexts()
  const { amount } = consoleFormats()
  // Points and bolts are different units.
  const decimals = decimalsOf(fields.filter(({ name }) => name !== 'pool').map(({ field }) => conversion[field]))
  const older = neighbours?.older
  const urlOf = ({ conversion: { conversion_id: id }, at }: Neighbour) =>
    pageUrl('/console/conversions/one', searchParams, { id, at, page: undefined })
  return (
    <section aria-labelledby="totals" className="grid content-start gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="totals" className="font-semibold">
          {t('conversions.one.totals.title')}
        </h2>
        <nav aria-label={t('conversions.one.neighbours.title')} className="flex gap-2">
          {(['older', 'newer'] as const).map((name) => {
            const neighbour = neighbours?.[name]
            return (
              neighbour && (
                <Link key={name} href={urlOf(neighbour)} className="action">
                  {t(`conversions.one.neighbours.${name}`)}
                </Link>
              )
            )
          })}
        </nav>
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-sm sm:grid-cols-[minmax(0,1fr)_auto_auto]">
        {fields.map(({ name, field }) => (
          <div key={name} className="col-span-full grid grid-cols-subgrid items-baseline">
            <dt className="text-muted">{t(`conversions.one.totals.${name}`)}</dt>
            <dd className="text-end font-medium tabular-nums">
              {amount(conversion[field], name === 'pool' ? 0 : decimals)}
            </dd>
            {older && (
              <dd className="flex justify-end gap-x-3 tabular-nums max-sm:col-span-full max-sm:pb-1 max-sm:text-xs">
                <Change now={conversion[field]} before={older.conversion[field]} />
              </dd>
            )}
          </div>
        ))}
      </dl>
      {neighbours && <p className="text-sm text-muted">{noteOn(neighbours)}</p>}
    </section>
  )
}

function noteOn({ older, isWhole }: Neighbours): string {
  const t = consoleTexts()
  if (older) return t('conversions.one.change.since', { day: formatDay(older.conversion.converted_at) })
  return isWhole ? t('conversions.one.change.first') : t('conversions.one.change.unknown')
}

/** A change in the amount's own unit and in percent. */
function Change({ now, before }: { now: number; before: number }) {
  return (
    <>
      <span className="sr-only">{consoleTexts()('conversions.one.change.label')}</span>
      <span className="text-muted">{signed(differenceOf(now, before), consoleFormats().amount)}</span>
      <PercentChange now={now} before={before} className="min-w-18 text-end" />
    </>
  )
}
