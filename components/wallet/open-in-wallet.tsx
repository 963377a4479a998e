import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { walletMessages } from '@/lib/messages/wallet'

const messages = walletMessages.openIn

/**
 * Buttons that open this page in a wallet app's in-app browser, for users on a phone. Each button is a form:
 * the URL contains the nonce, so the server creates it only when the button is pressed.
 */
export function OpenInWallet({
  linkId,
  apps,
  openInWallet,
}: {
  linkId: string
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
          <NativeForm key={id} action={openInWallet}>
            <input type="hidden" name="link" value={linkId} />
            <input type="hidden" name="wallet" value={id} />
            <SubmitButton look="secondary" isWide label={messages.button(name)} busyLabel={messages.busy(name)} />
          </NativeForm>
        ))}
      </div>
    </section>
  )
}
