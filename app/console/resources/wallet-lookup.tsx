'use client'

import { useRef, useState, type FormEvent } from 'react'
import { QueryForm } from '@/components/console/find-form'
import { CompactField } from '@/components/console/find-row'
import { useConsoleTexts } from '@/components/texts'
import type { ResourceQuery } from '@/lib/console/resources'
import { maxAddressLength, typedId } from '@/lib/console/typed-text'

/** A form for a wallet address. It refuses only an empty one, because the service validates the rest. */
export function WalletLookup({
  query: { typed: shown = '', problem },
}: {
  query: Pick<ResourceQuery, 'typed' | 'problem'>
}) {
  const t = useConsoleTexts()
  const field = useRef<HTMLInputElement>(null)
  const [invalid, setInvalid] = useState<{ error: string; whileShown: string } | null>(null)
  const shownError = problem ? t(`resources.lookup.${problem}`) : undefined
  // The error of a refused address disappears when the page shows another address, for example after Back.
  const error = invalid?.whileShown === shown ? invalid.error : shownError

  function check(event: FormEvent<HTMLFormElement>) {
    if (typedId(field.current?.value ?? '') !== '') {
      setInvalid(null)
      return
    }
    event.preventDefault()
    setInvalid({ error: t('resources.lookup.missing'), whileShown: shown })
    field.current?.focus()
  }

  return (
    <QueryForm
      path="/console/resources"
      current={shown}
      button={t('resources.lookup.button')}
      busyLabel={t('resources.lookup.busy')}
      onSubmit={check}
      className="max-sm:w-full"
    >
      <CompactField
        ref={field}
        label={t('resources.lookup.label')}
        error={error}
        name="address"
        maxLength={maxAddressLength}
        defaultValue={shown}
        className="w-64 grow sm:w-104"
      />
    </QueryForm>
  )
}
