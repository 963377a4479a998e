import { brand } from '@/lib/brand'

/** The operator's name at the top of every page. A skin puts its logo here. */
export function SiteHeader() {
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex max-w-7xl items-center px-4 py-3 sm:px-6">
        {/* eslint-disable-next-line nextjs/no-html-link-for-pages -- Back must load the connect page as a document */}
        <a href="/" className="font-semibold tracking-tight text-text hover:text-accent">
          {brand.name}
        </a>
      </div>
    </header>
  )
}
