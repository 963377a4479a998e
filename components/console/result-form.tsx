'use client'

import { unstable_isUnrecognizedActionError, unstable_rethrow, useRouter } from 'next/navigation'
import { useActionState, useEffect, type ReactNode } from 'react'
import { useConsoleTexts } from '@/components/texts'
import type { AlertTone } from '@/components/ui/alert'
import { useAtLoad } from '@/components/ui/at-load'
import { Verdict } from './verdict'

export interface ActionResult {
  tone: AlertTone
  title: string
  text?: string
  quote?: { introduction: string; words: string } | undefined
  note?: string
}

/** The result is never in a URL, because anyone can make one. `changesPage`: the page shows what the action changes. */
export function ResultForm({
  action,
  status,
  changesPage = true,
  children,
}: {
  action: (previous: ActionResult | null, form: FormData) => Promise<ActionResult | null>
  status?: string
  changesPage?: boolean
  children: ReactNode
}) {
  const t = useConsoleTexts()
  const router = useRouter()
  const [posted, post] = useActionState(action, null)
  const [sent, send, isPending] = useActionState<ActionResult | null, FormData>(async (previous, form) => {
    try {
      return await action(previous, form)
    } catch (error) {
      // Next's own control flow, such as a redirect to the sign-in page.
      unstable_rethrow(error)
      // The page is of an older deployment, whose actions no longer exist.
      if (unstable_isUnrecognizedActionError(error)) window.location.reload()
      // Otherwise the browser could not reach the site.
      return { tone: 'warning', title: t('controls.offline.title'), text: t('controls.offline.text') }
    }
  }, null)
  // A browser without scripts can only post the server's own action.
  const hasScripts = useAtLoad(() => true)
  useEffect(() => {
    if (sent && changesPage) router.refresh()
  }, [sent, changesPage, router])
  const result = isPending ? null : (sent ?? posted)
  return (
    <>
      {result && (
        <Verdict tone={result.tone} title={result.title}>
          {result.text !== undefined && <p>{result.text}</p>}
          {result.quote && (
            <p className="wrap-anywhere">
              <span>{result.quote.introduction}</span> <q lang="en">{result.quote.words}</q>
            </p>
          )}
          {result.note !== undefined && <p className="text-xs text-muted">{result.note}</p>}
        </Verdict>
      )}
      <form action={hasScripts ? send : post} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {children}
      </form>
      {status !== undefined && (
        <p role="status" className="text-sm text-muted empty:hidden">
          {isPending && status}
        </p>
      )}
    </>
  )
}
