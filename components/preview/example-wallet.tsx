/** Registers a wallet that never answers, like an extension, by the Wallet Standard. */
const script = `(()=>{const wallet={version:"1.0.0",name:"Example Wallet",accounts:[],chains:["solana:mainnet"],
icon:"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23777'/%3E%3C/svg%3E",
features:{"standard:connect":{},"standard:events":{},"solana:signTransaction":{}}}
addEventListener("wallet-standard:app-ready",({detail})=>detail.register(wallet))})()`

/** A wallet for an example, in a browser that may have none. Render it above `EarlyWallets`, which detects wallets. */
export function ExampleWallet({ nonce }: { nonce: string | undefined }) {
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
