/** How many characters of each end are seen. */
const seen = 5

/**
 * A wallet address of which the first and the last characters are seen. A selection of it copies the whole, and a screen
 * reader reads the whole in one piece.
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
