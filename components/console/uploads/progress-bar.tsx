import { classNames } from '@/components/ui/class-names'

/** How much of something is done. What it means in words stands beside it. */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <progress
      aria-label={label}
      // A bar without an end would dance: an empty file is read as soon as it is begun.
      max={Math.max(max, 1)}
      value={max === 0 ? 1 : value}
      className={classNames(
        'h-3 w-full appearance-none overflow-hidden rounded-full border border-control-line bg-page',
        '[&::-webkit-progress-bar]:bg-page [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent',
      )}
    />
  )
}
