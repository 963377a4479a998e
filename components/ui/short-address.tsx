/**
 * A wallet address of which the first and the last characters are seen. The whole of it is in the page: it can
 * be selected and copied, and a screen reader reads it.
 */
export function ShortAddress({ address }: { address: string }) {
  return (
    <span translate="no" className="flex min-w-0 font-mono text-sm text-muted">
      <span className="max-w-[7ch] truncate">{address.slice(0, -5)}</span>
      <span>{address.slice(-5)}</span>
    </span>
  )
}
