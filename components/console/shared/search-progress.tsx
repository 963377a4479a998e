import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { ProgressBar } from './progress-bar'

/**
 * How far a walk over a whole list has come.
 *
 * @param label - what is counted: `Balances searched`.
 * @param total - null until it is known.
 * @param stop - a button that ends the walk.
 * @param children - the same in words.
 */
export function SearchProgress({
  label,
  searched,
  total,
  stop,
  children,
}: {
  label: string
  searched: number
  total: number | null
  stop: { label: string; onPress: () => void }
  children: ReactNode
}) {
  return (
    <div className="grid gap-2">
      <ProgressBar label={label} value={total === null ? null : searched} max={Math.max(total ?? 0, searched)} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-muted tabular-nums">{children}</p>
        <Button look="quiet" onClick={stop.onPress}>
          {stop.label}
        </Button>
      </div>
    </div>
  )
}
