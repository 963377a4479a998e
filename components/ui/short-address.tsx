/** Characters at each end. */
const seen = 5

/** Only the ends are visible, but selections and screen readers have all. */
export function ShortAddress({ address }: { address: string }) {
  return (
    <span dir="ltr" translate="no" className="justify-self-start font-mono text-sm text-muted">
      {/* One character wider, for the mark of what is cut. */}
      <span className="inline-block max-w-[6.1ch] truncate align-bottom">{address.slice(0, -seen)}</span>
      {address.slice(-seen)}
    </span>
  )
}
