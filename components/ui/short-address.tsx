/** The number of visible characters at each end. */
const seen = 5

/**
 * A wallet address with only its first and last characters visible. A selection copies the full address, and a screen
 * reader reads it in one piece.
 */
export function ShortAddress({ address }: { address: string }) {
  return (
    <span dir="ltr" translate="no" className="relative justify-self-start font-mono text-sm text-muted">
      <span className="sr-only select-none">{address}</span>
      <span aria-hidden>
        <span className="after:content-['…']">{address.slice(0, seen)}</span>
        <span className="sr-only">{address.slice(seen, -seen)}</span>
        <span>{address.slice(-seen)}</span>
      </span>
    </span>
  )
}
