import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import type { Tone } from '@/lib/console/list'
import { consoleTexts } from '@/lib/skin/texts'

/** Every tone but the neutral one has a symbol, so that colour is not the only difference. */
const styles: Record<Tone, { classes: string; sign: string | null }> = {
  neutral: { classes: 'border-control-line text-text', sign: null },
  success: { classes: 'border-success bg-success-surface text-success', sign: '✓' },
  warning: { classes: 'border-warning bg-warning-surface text-warning', sign: '!' },
  danger: { classes: 'border-danger bg-danger-surface text-danger', sign: '×' },
}

/** A state or a flag in a word or two. */
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

/** A boolean field of a record. */
export function Flag({ isSet }: { isSet: boolean }) {
  const t = consoleTexts()
  return isSet ? <Badge tone="success">{t('shared.yes')}</Badge> : <span className="text-muted">{t('shared.no')}</span>
}
