'use client'

import type { Route } from 'next'
import type { ComponentProps } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { maxSearchLength } from '@/lib/console/typed-text'
import { CompactField } from './find-row'
import { HiddenFields } from './hidden-fields'
import { QueryForm } from './query-form'

/**
 * A search field and its button in one line. An empty field finds everything.
 *
 * @param value - the text that the page shows.
 * @param hidden - hidden fields for the rest of the query.
 */
export function FindForm({
  path,
  button,
  value,
  hidden = {},
  ...field
}: Omit<ComponentProps<typeof CompactField>, 'hidden' | 'value' | 'name' | 'maxLength'> & {
  path: Route
  button: string
  value: string
  hidden?: ComponentProps<typeof HiddenFields>['params']
}) {
  const t = useConsoleTexts()
  return (
    <QueryForm path={path} current={value} className="flex flex-wrap items-center gap-2">
      {(isPending) => (
        <>
          <HiddenFields params={hidden} />
          <CompactField className="w-72 grow" {...field} name="find" maxLength={maxSearchLength} defaultValue={value} />
          <button type="submit" className="chip" aria-disabled={isPending || undefined}>
            {isPending ? t('controls.loading') : button}
          </button>
        </>
      )}
    </QueryForm>
  )
}
