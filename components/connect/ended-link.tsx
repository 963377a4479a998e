'use client'

import { useEffect, useRef } from 'react'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { brand } from '@/lib/brand'
import type { EndedState } from '@/lib/connect/page-state'
import { connectMessages } from '@/lib/messages/connect'
import { ServiceAnswer } from './service-answer'

const messages = connectMessages.refused

/** Why a link cannot be confirmed, and the one thing that helps. */
export function EndedAlert({ state }: { state: EndedState }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <Alert ref={ref} tone="danger" title={messages.title[state.reason]}>
      <p>{messages.remedy[state.remedy]}</p>
      <ServiceAnswer message={state.message} code={state.code} />
    </Alert>
  )
}

/** The way on from a link that cannot be confirmed: to the profile page, or to the operator. */
export function EndedActions({
  state,
  profileUrl,
  confirmAction,
}: {
  state: EndedState
  profileUrl: string
  confirmAction: (form: FormData) => Promise<void>
}) {
  const { retry } = state
  if (state.remedy !== 'tell_operator') {
    return (
      <a href={profileUrl} className={buttonClasses('primary', true)}>
        {messages.profileLink}
      </a>
    )
  }
  return (
    <>
      {brand.supportUrl !== null && (
        <a href={brand.supportUrl} className={buttonClasses('primary', true)}>
          {messages.supportLink}
        </a>
      )}
      {retry && (
        <NativeForm action={confirmAction}>
          <input type="hidden" name="link" value={retry.linkId} />
          <input type="hidden" name="request_id" value={retry.requestId} />
          <input type="hidden" name="wallet_address" value={retry.walletAddress} />
          <input type="hidden" name="signature" value={retry.signature} />
          <input type="hidden" name="wallet_name" value={retry.walletName} />
          <SubmitButton look="secondary" isWide label={messages.tryAgain} busyLabel={messages.tryingAgain} />
        </NativeForm>
      )}
    </>
  )
}
