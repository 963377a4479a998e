import { classNames } from '@/components/ui/class-names'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

/** A change in percent. Less is not wrong, but worth a look. Nothing if there was nothing before. */
export function PercentChange({ now, before, className }: { now: number; before: number; className?: string }) {
  if (before === 0) return null
  const { arrow, tone, name } = directionOf(now - before)
  return (
    <span className={classNames('font-semibold whitespace-nowrap', tone, className)}>
      <span aria-hidden="true">{arrow}</span>{' '}
      <span className="sr-only">{consoleTexts()(`conversions.one.change.${name}`)}</span>{' '}
      {consoleFormats().percent(Number(((Math.abs(now - before) / Math.abs(before)) * 100).toFixed(1)))}
    </span>
  )
}

/** Formats a change with its sign, also a plus sign. */
export const signed = (change: number, text: (change: number) => string) =>
  directionOf(change).sign + text(Math.abs(change))

const directionOf = (change: number) => directions[Math.sign(change) + 1] ?? directions[1]
const directions = [
  { sign: '−', arrow: '▼', tone: 'text-warning', name: 'down' },
  { sign: '', arrow: '', tone: 'text-muted', name: 'same' },
  { sign: '+', arrow: '▲', tone: 'text-success', name: 'up' },
] as const
