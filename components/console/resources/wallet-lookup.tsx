'use client'

import { useRef, useState, type FormEvent } from 'react'
import { QueryForm } from '@/components/console/shared/query-form'
import { useConsoleTexts } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { CodeField } from '@/components/ui/code-field'
import { maxAddressLength } from '@/lib/console/resources/limits'
import type { ResourceQuery } from '@/lib/console/resources/query'

/** A form for a wallet address. Only an empty one is refused: what an address looks like is for the service to say. */
export function WalletLookup({ query }: { query: ResourceQuery }) {
  const t = useConsoleTexts()
  const shown = query.kind === 'asked' ? query.walletAddress : query.kind === 'not_an_address' ? query.typed : ''
  const field = useRef<HTMLInputElement>(null)
  const [invalid, setInvalid] = useState<{ error: string; whileShown: string } | null>(null)
  const shownError = query.kind === 'not_an_address' ? t(`walletLookup.${query.problem}`) : undefined
  // The error of an address that was not sent goes away when the page shows another one, for example by Back.
  const error = invalid?.whileShown === shown ? invalid.error : shownError

  function check(event: FormEvent<HTMLFormElement>) {
    if (field.current?.value.trim() !== '') {
      setInvalid(null)
      return
    }
    event.preventDefault()
    setInvalid({ error: t('walletLookup.missing'), whileShown: shown })
    field.current?.focus()
  }

  return (
    <QueryForm
      path="/console/resources"
      current={shown}
      onSubmit={check}
      className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-[minmax(0,1fr)_max-content] sm:items-end"
    >
      {(isPending) => (
        <>
          <CodeField
            ref={field}
            label={t('walletLookup.label')}
            hint={t('walletLookup.hint')}
            error={error}
            name="address"
            maxLength={maxAddressLength}
            defaultValue={shown}
          />
          <Button type="submit" look="primary" isBusy={isPending}>
            {isPending ? t('walletLookup.busy') : t('walletLookup.button')}
          </Button>
        </>
      )}
    </QueryForm>
  )
}
