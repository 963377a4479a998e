import { connectMessages } from '@/lib/messages/connect'

/** What the service will be told, and the warning about links from somebody else. */
export function Explanation({ plainIdentifier }: { plainIdentifier: string | null }) {
  const messages = connectMessages.confirm
  return (
    <>
      <section aria-labelledby="told" className="grid gap-1">
        <h2 id="told" className="font-medium">
          {messages.toldTitle}
        </h2>
        <ul className="list-disc pl-5 text-muted">
          <li>{messages.toldAddress}</li>
          <li className="break-words">
            {plainIdentifier === null ? messages.toldIdentifier : `${messages.toldPlainIdentifier} ${plainIdentifier}`}
          </li>
        </ul>
      </section>
      <section aria-labelledby="own-link" className="grid gap-1">
        <h2 id="own-link" className="font-medium">
          {messages.ownLinkTitle}
        </h2>
        <p className="text-muted">{messages.ownLink}</p>
      </section>
    </>
  )
}
