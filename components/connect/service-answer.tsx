import { CodeToQuote } from '@/components/ui/code-to-quote'
import type { UserTexts } from '@/lib/messages/user-texts'

/** The message of the service, marked as such, and the code to quote to the operator. */
export function ServiceAnswer({ t, message, code }: { t: UserTexts; message: string | null; code: string | null }) {
  return (
    <>
      {message !== null && (
        <p className="border-s-2 border-control-line ps-3 text-sm wrap-anywhere">
          <span className="text-muted">{t('refused.serviceAnswer')}</span>{' '}
          <q lang="en" dir="auto">
            {message}
          </q>
        </p>
      )}
      {code !== null && <CodeToQuote t={t} code={code} />}
    </>
  )
}
