'use client'

import { useTransition } from 'react'
import { afterFailedAction } from '@/components/connect/after-failed-action'
import type { ProofRequest } from '@/lib/connect/confirm-state'

/**
 * Asks the server for what a wallet is to sign. The call alone is a transition, so that Next can go to
 * the sign-in page from it; what the wallet does with the answer takes as long as its user does.
 */
export function useProofMessage(
  action: (shownRequestId: string) => Promise<ProofRequest>,
  requestId: string | null,
): () => Promise<ProofRequest | { kind: 'site_offline' }> {
  const [, startTransition] = useTransition()
  return () =>
    new Promise((resolve) => {
      startTransition(async () => {
        const answer = await action(requestId ?? '').catch((error: unknown) => {
          afterFailedAction(error)
          return { kind: 'site_offline' } as const
        })
        resolve(answer)
      })
    })
}
