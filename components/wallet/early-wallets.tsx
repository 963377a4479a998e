/**
 * Detects wallets before the first paint, so that nothing moves later. If there are wallets, `data-wallets` on the html
 * element makes the styles (`has-wallet:`) show the list of wallets and put the address field behind a button.
 * `--wallets` is the number of rows. It works with extensions, which run before the page. Its conditions match
 * `detected-wallets.ts`. Until the page's scripts load, it also handles the button that shows the field: `data-address`
 * makes the styles show it. A link to a wallet app gets `data-stayed` if the page was not left in the two seconds after
 * a press. The html element gets it if the user came Back or reloaded the page, as after a link that opened a web page
 * instead of an app. The styles then show the link's other address.
 */
const script = `(()=>{const root=document.documentElement,found=new Set
const register=(...wallets)=>{for(const wallet of wallets)try{const{chains,features,accounts}=wallet
if(chains.some(chain=>chain.startsWith("solana:"))&&Array.isArray(accounts)&&"standard:connect"in features&&"standard:events"in features&&("solana:signTransaction"in features||"solana:signAndSendTransaction"in features))found.add(wallet)}catch{}
return()=>{}}
dispatchEvent(new CustomEvent("wallet-standard:app-ready",{detail:{register}}))
let left
document.addEventListener("visibilitychange",()=>left=1)
document.addEventListener("click",({target})=>{if(target.closest?.("[data-enter-address]"))root.dataset.address=""
const link=target.closest?.("[data-opens-app]")
if(link){left=0;setTimeout(()=>{if(!left)link.dataset.stayed=""},2000)}})
if(["reload","back_forward"].includes(performance.getEntriesByType("navigation")[0]?.type))root.dataset.stayed=""
if(!found.size)return
root.dataset.wallets=""
root.style.setProperty("--wallets",Math.min(found.size,50))})()`

/**
 * The script, for a page with a list of wallets or a link to a wallet app. Render it above everything that depends on
 * it.
 */
export function EarlyWallets({ nonce }: { nonce: string | undefined }) {
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
