import { readHold } from '../../../hold'
import { confirm } from './actions'

export default async function ConfirmPage() {
  const { requestId } = await readHold()
  return (
    <main>
      <h1>Connect your wallet</h1>
      <form action={confirm}>
        <input type="hidden" name="request_id" value={requestId} />
        <label>
          Wallet address <input name="wallet_address" required />
        </label>
        <button type="submit">Connect</button>
      </form>
    </main>
  )
}
