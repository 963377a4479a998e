import { SubmitButton } from '@/components/ui/submit-button'
import { walletMessages } from '@/lib/messages/wallet'

const messages = walletMessages.openIn

/**
 * For a phone, whose wallets are apps with browsers of their own. Each button is a form, since the link
 * into the app carries the nonce and is made as it is pressed.
 */
export function OpenInWallet({
  requestId,
  apps,
  openInWallet,
}: {
  requestId: string
  apps: readonly { id: string; name: string }[]
  openInWallet: (form: FormData) => Promise<void>
}) {
  return (
    <section aria-labelledby="on-a-phone" className="grid gap-3 rounded-skin border border-line p-4">
      <div className="grid gap-1">
        <h2 id="on-a-phone" className="font-medium">
          {messages.title}
        </h2>
        <p className="text-muted">{messages.text}</p>
      </div>
      <div className="grid gap-2 sm:grid-cols-2">
        {apps.map(({ id, name }) => (
          <form key={id} action={openInWallet}>
            <input type="hidden" name="request_id" value={requestId} />
            <input type="hidden" name="wallet" value={id} />
            <SubmitButton look="secondary" isWide label={messages.button(name)} busyLabel={messages.busy(name)} />
          </form>
        ))}
      </div>
    </section>
  )
}
