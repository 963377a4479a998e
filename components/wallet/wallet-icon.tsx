/**
 * A wallet's icon: ours if the wallet is listed, or a `data:` URL of an image as the Wallet Standard requires. Any
 * other URL would make the browser fetch it from a third party.
 */
export function WalletIcon({ icon }: { icon: string }) {
  const isImage = /^data:image\/(svg\+xml|webp|png|gif|jpeg)[;,]|^\/wallets\/[a-z]+\.svg$/i.test(icon)
  return isImage ? (
    // eslint-disable-next-line nextjs/no-img-element -- a small vector image or a data: URL needs no resizing
    <img src={icon} alt="" width={32} height={32} className="size-8 shrink-0 rounded-small" />
  ) : (
    <span aria-hidden className="size-8 shrink-0 rounded-small border border-line bg-page" />
  )
}
