import { Badge } from '@/components/console/shared/badge'
import { Identifier } from '@/components/console/shared/identifier'
import { checkConnectUrl } from '@/lib/console/overview/connect-url'
import { overviewMessages } from '@/lib/messages/console-overview'

const messages = overviewMessages.connectUrl

/** The URL to register at the service, checked against the interface's rules. */
export function ConnectUrl({ url }: { url: string }) {
  const rules = checkConnectUrl(url)
  return (
    <>
      <p className="text-muted">{messages.text}</p>
      <p>
        <Identifier value={url} what={messages.copy} isWhole />
      </p>
      <ul className="grid gap-2">
        {rules.map(({ rule, isMet }) => (
          <li key={rule} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={isMet ? 'success' : 'danger'}>{isMet ? messages.met : messages.broken}</Badge>
            {messages.rules[rule]}
          </li>
        ))}
      </ul>
      {rules.some(({ isMet }) => !isMet) && <p>{messages.fix}</p>}
    </>
  )
}
