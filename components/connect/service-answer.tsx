import { refusedMessages } from '@/lib/messages/connect-form'

const messages = refusedMessages

/** The service's own words, marked as such, and the code to quote to the operator. */
export function ServiceAnswer({ message, code }: { message: string | null; code: string | null }) {
  return (
    <>
      {message !== null && (
        <p className="border-s-2 border-control-line ps-3 text-sm wrap-anywhere">
          <span className="text-muted">{messages.serviceAnswer}</span> <q lang="en">{message}</q>
        </p>
      )}
      {code !== null && (
        <p className="text-sm text-muted">
          {messages.code} <span className="font-mono text-text select-all">{code}</span>
        </p>
      )}
    </>
  )
}
