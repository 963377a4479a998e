import { classNames } from '@/components/ui/class-names'

/** @param value - null while the total is unknown. */
export function ProgressBar({ label, value, max }: { label: string; value: number | null; max: number }) {
  // An empty file or list is complete at once. Whole percents, because a screen reader reads the number.
  const percent = value === null || max === 0 ? 100 : Math.floor((Math.min(value, max) / max) * 100)
  return (
    <progress
      aria-label={label}
      {...(value !== null && { value: percent, max: 100, 'aria-valuetext': `${percent}%` })}
      className={classNames(
        'h-3 w-full appearance-none overflow-hidden rounded-pill border border-control-line bg-page',
        '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-page [&::-webkit-progress-value]:bg-accent',
      )}
    />
  )
}
