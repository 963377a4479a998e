import { connectMessages } from '@/lib/messages/connect'

const messages = connectMessages.refused

/** The service's own words, marked as such, and the code to quote to the operator. */
export function ServiceAnswer({ message, code }: { message: string | null; code: string | null }) {
  return (
    <>
      {message !== null && (
        <p className="wrap-anywhere">
          {messages.serviceAnswer} <q lang="en">{message}</q>
        </p>
      )}
      {code !== null && (
        <p className="text-sm text-muted">
          {messages.code} <span className="font-mono">{code}</span>
        </p>
      )}
    </>
  )
}
