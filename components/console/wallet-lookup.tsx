'use client'

import { useRef, useState, type FormEvent } from 'react'
import { QueryForm } from '@/components/console/query-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import type { ResourceQuery } from '@/lib/console/resource-query'
import { resourceMessages } from '@/lib/messages/console-resources'

const { lookup: messages, addressProblem } = resourceMessages

/** Asks for a wallet address, and checks it before the server does so again. */
export function WalletLookup({ query }: { query: ResourceQuery }) {
  const shown = query.kind === 'asked' ? query.address : query.kind === 'not_an_address' ? query.typed : ''
  const field = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<{ error: string; whileShown: string } | null>(null)
  const shownError = query.kind === 'not_an_address' ? addressProblem[query.problem] : undefined
  // What was typed wrong is forgotten as the page goes on to another address, by Back say.
  const error = refused?.whileShown === shown ? refused.error : shownError

  function check(event: FormEvent<HTMLFormElement>) {
    const wallet = parseWalletAddress(field.current?.value ?? '')
    if (wallet.ok) {
      setRefused(null)
      return
    }
    event.preventDefault()
    setRefused({ error: addressProblem[wallet.problem], whileShown: shown })
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
          <Field
            ref={field}
            label={messages.label}
            hint={messages.hint}
            error={error}
            name="address"
            defaultValue={shown}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="font-mono"
          />
          <Button type="submit" look="primary" isBusy={isPending}>
            {isPending ? messages.busy : messages.button}
          </Button>
        </>
      )}
    </QueryForm>
  )
}
