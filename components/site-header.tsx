import Link from 'next/link'
import { brand } from '@/lib/brand'

/** The operator's name on every page; a skin puts its logo here. */
export function SiteHeader() {
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex max-w-7xl items-center px-4 py-3 sm:px-6">
        <Link href="/" prefetch={false} className="font-semibold tracking-tight text-text hover:text-accent">
          {brand.name}
        </Link>
      </div>
    </header>
  )
}
