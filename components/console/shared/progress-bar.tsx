import { classNames } from '@/components/ui/class-names'

/**
 * How much of a task is done. The text beside it says the same in words.
 *
 * @param value - null while the total is not known: the bar then only shows that something is going on.
 */
export function ProgressBar({ label, value, max }: { label: string; value: number | null; max: number }) {
  // A max of 0 is invalid, and an empty file or list is done as soon as it is begun.
  const progress = max === 0 ? { value: 1, max: 1 } : { value: Math.min(value ?? 0, max), max }
  return (
    <progress
      aria-label={label}
      {...(value === null ? {} : progress)}
      className={classNames(
        'h-3 w-full appearance-none overflow-hidden rounded-pill border border-control-line bg-page',
        '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-page [&::-webkit-progress-value]:bg-accent',
      )}
    />
  )
}
