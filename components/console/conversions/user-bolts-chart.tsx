import { useFormats } from '@/components/console/shared/use-formats'
import { useConsoleTexts } from '@/components/texts'
import type { UserShare } from '@/lib/console/shared/user-bolts'
import { formatDay } from '@/lib/format'

const height = 120

/**
 * A bar for each conversion in which the user got bolts. The browser draws it during the search, so it does not use the
 * library of the other chart. Screen readers use the table above.
 */
export function UserBoltsChart({ shares }: { shares: readonly UserShare[] }) {
  const t = useConsoleTexts()
  const { amount } = useFormats()
  const bars = shares
    .flatMap(({ convertedAt, entry }) => ('unreadable' in entry ? [] : [{ convertedAt, bolts: entry.bolts_earned }]))
    .toSorted((a, b) => Date.parse(a.convertedAt) - Date.parse(b.convertedAt))
  const most = Math.max(...bars.map(({ bolts }) => Number(bolts)), 0)
  if (bars.length < 2 || most === 0) return null
  const step = 100 / Math.max(bars.length, 8)
  return (
    <figure aria-hidden="true" className="grid gap-2">
      <figcaption className="text-sm text-muted">{t('userBolts.chart')}</figcaption>
      <svg width="100%" height={height} className="border-b border-control-line">
        {bars.map(({ convertedAt, bolts }, index) => {
          const part = Math.max((Number(bolts) / most) * height, 1)
          return (
            <rect
              key={index}
              x={`${index * step + step * 0.1}%`}
              width={`${step * 0.8}%`}
              y={height - part}
              height={part}
              className="fill-accent"
            >
              <title>{t('userBolts.bar', { day: formatDay(convertedAt), bolts: amount(bolts) })}</title>
            </rect>
          )
        })}
      </svg>
    </figure>
  )
}
