'use client'

import type { Route } from 'next'
import { useConsoleTexts } from '@/components/texts'
import { CompactField } from './find-row'
import { HiddenFields } from './hidden-fields'
import { QueryForm } from './query-form'

/**
 * One field and its button in one line. An empty field finds everything.
 *
 * @param value - the text that the page shows.
 * @param hidden - hidden fields for the rest of the query.
 */
export function FindForm({
  path,
  name,
  label,
  button,
  value,
  maxLength,
  hidden,
}: {
  path: Route
  name: string
  label: string
  button: string
  value: string
  maxLength: number
  hidden: Readonly<Record<string, string | number>>
}) {
  const t = useConsoleTexts()
  return (
    <QueryForm path={path} current={value} className="flex flex-wrap items-center gap-2">
      {(isPending) => (
        <>
          <HiddenFields params={hidden} />
          <CompactField label={label} name={name} maxLength={maxLength} defaultValue={value} className="w-72 grow" />
          <button type="submit" className="chip" aria-disabled={isPending || undefined}>
            {isPending ? t('controls.loading') : button}
          </button>
        </>
      )}
    </QueryForm>
  )
}
