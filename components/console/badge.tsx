import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import type { Tone } from '@/lib/console/list'
import { consoleTexts } from '@/lib/skin/texts'

/** Every tone but the neutral one has a symbol, so that colour is not the only difference. */
const styles: Record<Tone, { classes: string; sign: string | null }> = {
  // These two are quiet, because nothing is wrong.
  neutral: { classes: 'border-transparent bg-page text-muted', sign: null },
  success: { classes: 'border-transparent px-0! text-text *:first:text-success', sign: '✓' },
  warning: { classes: 'border-warning bg-warning-surface text-warning', sign: '!' },
  danger: { classes: 'border-danger bg-danger-surface text-danger', sign: '×' },
}

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  const { classes, sign } = styles[tone]
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-pill border px-2 py-0.5 text-sm font-medium whitespace-nowrap',
        classes,
      )}
    >
      {sign !== null && <span aria-hidden="true">{sign}</span>}
      <span>{children}</span>
    </span>
  )
}

/** A boolean field of a record. In a cell, only screen readers need the No, because the cell is empty. */
export function Flag({ isSet, isInCell = false }: { isSet: boolean; isInCell?: boolean }) {
  const t = consoleTexts()
  if (isSet) {
    return (
      <>
        <span aria-hidden="true" className="text-success">
          ✓
        </span>{' '}
        {t('shared.yes')}
      </>
    )
  }
  return <span className={isInCell ? 'sr-only' : 'text-muted'}>{t('shared.no')}</span>
}
