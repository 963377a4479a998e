/** An embedded example must not take the focus, because the browser would scroll the surrounding page to it. */
const script = `if(window!==parent)document.documentElement.inert=true`

/** Makes an embedded example inert. Render it above the example. */
export function Still({ nonce }: { nonce: string | undefined }) {
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
