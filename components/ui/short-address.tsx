/** The number of visible characters at each end. */
const seen = 5

/** A wallet address with only its ends visible. A selection copies all of it, and a screen reader reads it. */
export function ShortAddress({ address }: { address: string }) {
  return (
    <span dir="ltr" translate="no" className="justify-self-start font-mono text-sm text-muted">
      {/* One character wider, for the mark of what is cut. */}
      <span className="inline-block max-w-[6.1ch] truncate align-bottom">{address.slice(0, -seen)}</span>
      {address.slice(-seen)}
    </span>
  )
}
