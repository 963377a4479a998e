/**
 * Asks for wallets before the page is painted for the first time, so that nothing moves once they are known:
 * `data-wallets` on the html element has the styles (`has-wallet:`) show the list of wallets, and the field for an
 * address behind a button; `--wallets` is how many rows it will have. It works with extensions, which are there
 * before the page. Its conditions are those of `detected-wallets.ts`. Until the page's scripts are here, it also does
 * the work of the button that leads to the field: `data-address` has the styles show it.
 */
const script = `(()=>{const root=document.documentElement,found=new Set
const register=(...wallets)=>{for(const wallet of wallets){const{chains=[],features={}}=wallet
if(chains.some(chain=>chain.startsWith("solana:"))&&"standard:connect"in features&&"standard:events"in features&&("solana:signTransaction"in features||"solana:signAndSendTransaction"in features))found.add(wallet)}
return()=>{}}
dispatchEvent(new CustomEvent("wallet-standard:app-ready",{detail:{register}}))
document.addEventListener("click",({target})=>{if(target.closest?.("[data-enter-address]"))root.dataset.address=""})
if(!found.size)return
root.dataset.wallets=""
root.style.setProperty("--wallets",Math.min(found.size,50))})()`

/** The script, for a page with a list of wallets: to be rendered above whatever depends on it. */
export function EarlyWallets({ nonce }: { nonce: string | undefined }) {
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
