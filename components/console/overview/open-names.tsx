import { Detail, Details } from '@/components/console/shared/details'
import { nameVariables, openNames } from '@/lib/console/shared/open-names'
import { overviewMessages } from '@/lib/messages/console-overview'
import type { ServiceNames } from '@/lib/service'

const messages = overviewMessages.names

/** The names that the interface leaves open, as this deployment sets them. */
export function OpenNames({ names }: { names: ServiceNames }) {
  return (
    <Details>
      {openNames.map((name) => (
        <Detail key={name} name={messages.meaning[name]}>
          <code className="break-all">{names[name]}</code>{' '}
          <span className="text-sm text-muted">{messages.setBy(nameVariables[name])}</span>
          {name === 'signature' && <p className="text-sm text-muted">{messages.unchecked}</p>}
        </Detail>
      ))}
    </Details>
  )
}
