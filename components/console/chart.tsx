'use client'

import { useState, type ReactNode } from 'react'
import { useFormats } from './time'
import { classNames } from '@/components/ui/class-names'

interface Bar {
  /** Unique; it also names the bar for screen readers. */
  key: string
  label: ReactNode
  figures: string
  /** The lower and the upper part. */
  parts: readonly [number, number]
  /** Whether it has the colour of a warning. Its figures must explain it, because colour is not enough. */
  isMarked?: boolean
}

/** Wide screens have room for this number of labels. On narrow ones, every fourth of them is visible. */
const maxLabels = 8

/**
 * Bars of two parts, from the left edge. The pointer and the arrow keys show the label and the figures of a bar. The bars
 * are hidden from screen readers, so the page needs the same figures in a table. A client component, because React adds
 * an inline style to late server content inside a drawing.
 */
export function StackedBars({
  bars,
  series,
  name,
  upper,
  height = 'h-28 sm:h-40',
}: {
  bars: readonly Bar[]
  series: readonly [string, string]
  name: string
  upper?: string
  height?: string
}) {
  const { compact } = useFormats()
  const [shownAt, setShownAt] = useState<number | null>(null)
  const fillsOf = (lower: string) => [lower, upper ?? `${lower} opacity-40`]
  const sizes = bars.map(({ parts }) => parts.map((part) => Math.max(part, 0)) as [number, number])
  const top = scaleTop(Math.max(...sizes.map(([lower, upper]) => lower + upper)))
  const labelStep = Math.ceil(bars.length / maxLabels)
  const last = bars.length - 1
  const shown = bars[shownAt ?? last]
  return (
    <div className="relative isolate grid rounded-small text-xs text-muted has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent">
      <input
        type="range"
        aria-label={name}
        aria-valuetext={shown && `${shown.key}: ${shown.figures}`}
        max={last}
        value={shownAt ?? last}
        onChange={(event) => setShownAt(event.target.valueAsNumber)}
        onFocus={() => setShownAt(last)}
        onBlur={() => setShownAt(null)}
        className="pointer-events-none absolute inset-0 opacity-0"
      />
      <div aria-hidden="true" className="flex flex-col" onPointerLeave={() => setShownAt(null)}>
        <ul className="mb-3 flex flex-wrap gap-x-4">
          {series.map((name, index) => (
            <li key={name} className="flex items-center gap-1.5">
              <svg className="size-2.5">
                <rect width="100%" height="100%" className={fillsOf('fill-accent')[index]} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
        {shownAt !== null && (
          <p className="absolute end-0 top-0 flex gap-2 bg-surface ps-4 text-text">
            <b>{shown?.label}</b> {shown?.figures}
          </p>
        )}
        <div className={classNames('relative me-10 mb-6', height)}>
          <ul className="absolute inset-0 -z-10 flex flex-col justify-between">
            {[top, top / 2, 0].map((value) => (
              <li key={value} className="relative border-t border-line last:border-control-line">
                <span className="absolute start-full -translate-y-1/2 ps-2 tabular-nums">{compact(value)}</span>
              </li>
            ))}
          </ul>
          <ul className="absolute inset-0 flex">
            {bars.map(({ key, label, isMarked }, index) => {
              const fills = fillsOf(isMarked ? 'fill-warning' : 'fill-accent')
              const [lower, upper] = (sizes[index] ?? [0, 0]).map((size) => (size / top) * 100) as [number, number]
              const isShown = index === shownAt
              return (
                <li key={key} className="max-w-24 min-w-0 grow basis-0" onPointerEnter={() => setShownAt(index)}>
                  <svg width="100%" height="100%" className="block">
                    <rect width="100%" height="100%" className={isShown ? 'fill-line' : 'fill-transparent'} />
                    <rect x="15%" width="70%" y={`${100 - lower}%`} height={`${lower}%`} className={fills[0]} />
                    <rect x="15%" width="70%" y={`${100 - lower - upper}%`} height={`${upper}%`} className={fills[1]} />
                  </svg>
                  {index % labelStep === 0 && (
                    <span
                      className={classNames(
                        'mt-1.5 flex h-0 justify-center whitespace-nowrap in-[li:first-child]:justify-center-safe',
                        isShown && 'text-text',
                        index % (4 * labelStep) !== 0 && 'max-lg:invisible',
                      )}
                    >
                      {label}
                    </span>
                  )}
                </li>
              )
            })}
          </ul>
        </div>
      </div>
    </div>
  )
}

function scaleTop(sum: number): number {
  if (sum <= 0) return 1
  const unit = 10 ** Math.floor(Math.log10(sum))
  return unit * ([1, 2, 3, 4, 6, 8].find((step) => step * unit >= sum) ?? 10)
}
