'use client'

import type { Ref } from 'react'
import type { ShownState } from '@/components/connect/confirm-panel'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { brand } from '@/lib/brand'
import { connectMessages } from '@/lib/messages/connect'
import { walletMessages } from '@/lib/messages/wallet'

const messages = connectMessages.refused

/** What went wrong, in the service's words where it gave some, and what to do about it. */
export function RefusalAlert({
  ref,
  state,
  isWaitOver,
  profileUrl,
}: {
  ref: Ref<HTMLDivElement>
  state: ShownState
  isWaitOver: boolean
  profileUrl: string
}) {
  switch (state.kind) {
    case 'ready':
    case 'address_problem':
      return null
    case 'nothing_held':
      return <Alert ref={ref} tone="warning" title={messages.fallback.nothing_held} />
    case 'proof_problem': {
      const { title, text } = walletMessages.refused[state.problem]
      return (
        <Alert ref={ref} tone="danger" title={title}>
          <p>{text}</p>
        </Alert>
      )
    }
    case 'superseded':
    case 'page_offline':
      return (
        <Alert ref={ref} tone="warning" title={messages.fallback[state.kind]}>
          <p>{messages.remedy[state.kind]}</p>
          {state.kind === 'superseded' && state.wasSigned && <p>{walletMessages.refused.signAgain}</p>}
        </Alert>
      )
    case 'refused': {
      const { remedy } = state
      return (
        <Alert
          ref={ref}
          tone={remedy.kind === 'wait' ? 'warning' : 'danger'}
          title={state.message ?? messages.fallback[state.reason]}
        >
          <p>
            {remedy.kind !== 'wait'
              ? messages.remedy[remedy.kind]
              : isWaitOver
                ? messages.remedy.waitOver
                : messages.remedy.wait(remedy.seconds)}
          </p>
          {(remedy.kind === 'press_connect_again' || remedy.kind === 'open_newest_link') && (
            <a href={profileUrl} className={buttonClasses('secondary')}>
              {messages.profileLink}
            </a>
          )}
          {remedy.kind === 'tell_operator' && brand.supportUrl !== null && (
            <a href={brand.supportUrl} className={buttonClasses('secondary')}>
              {messages.supportLink}
            </a>
          )}
        </Alert>
      )
    }
  }
}
