import { pageUrl } from '@/lib/console/shared/page-url'
import { consoleMessages } from '@/lib/messages/console'
import { TextLink } from './text-link'

const messages = consoleMessages.user

/** From a user in a list to what else the console knows: the wallet's resources, and the bolts of all conversions. */
export function UserLinks({ wallet_address: address, user_id: user }: { wallet_address: string; user_id: string }) {
  return (
    <span className="flex gap-4 whitespace-nowrap">
      {address !== '' && (
        <TextLink href={pageUrl('/console/resources', {}, { address })}>{messages.resources}</TextLink>
      )}
      {user !== '' && (
        <TextLink href={pageUrl('/console/conversions/by-user', {}, { user })}>{messages.bolts}</TextLink>
      )}
    </span>
  )
}
