/**
 * A wallet's icon, where it is what the Wallet Standard asks for: an image inside a `data:` address. Any
 * other address would have the browser ask a third party for it.
 */
export function WalletIcon({ icon }: { icon: string }) {
  const isImage = /^data:image\/(svg\+xml|webp|png|gif|jpeg)[;,]/i.test(icon)
  return isImage ? (
    // eslint-disable-next-line nextjs/no-img-element -- there is nothing to be fetched, resized or cached
    <img src={icon} alt="" width={32} height={32} className="size-8 shrink-0 rounded-md" />
  ) : (
    <span aria-hidden className="size-8 shrink-0 rounded-md border border-line bg-page" />
  )
}
