/**
 * Within another page an example must not take the focus, by a script or as it is loaded: the browser would scroll the
 * page around it to there.
 */
const script = `if(window!==parent)document.documentElement.inert=true`

/** Keeps an example where it is among others. It stands above the example. */
export function Still({ nonce }: { nonce: string | undefined }) {
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
