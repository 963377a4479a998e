import { Identifier } from '@/components/console/identifier'
import { Badge } from '@/components/console/badge'
import { checkConnectUrl } from '@/lib/console/connect-url'
import { overviewMessages } from '@/lib/messages/console-overview'

const messages = overviewMessages.connectUrl

/** The address to be registered at the service, with the interface's rules for it. */
export function ConnectUrl({ address }: { address: string }) {
  const rules = checkConnectUrl(address)
  return (
    <>
      <p className="text-muted">{messages.text}</p>
      <p>
        <Identifier value={address} what={messages.copy} isWhole />
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
