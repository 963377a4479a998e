import type { Route } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

/** A number of the overview with what it counts, and the way to the page that has more. */
export function CountCard({
  title,
  link,
  needsAttention = false,
  className,
  children,
}: {
  title: string
  link: { address: Route; text: string }
  needsAttention?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <article
      className={classNames(
        'flex flex-col gap-2 rounded-skin border bg-surface p-4 sm:p-5',
        needsAttention ? 'border-l-4 border-warning' : 'border-line',
        className,
      )}
    >
      <h3 className="font-medium">{title}</h3>
      <div className="grid grow content-start gap-1">{children}</div>
      <p>
        <Link
          href={link.address}
          prefetch={false}
          className="inline-flex min-h-6 items-center text-accent underline underline-offset-2 hover:text-accent-strong"
        >
          {link.text}
        </Link>
      </p>
    </article>
  )
}

/** The number itself, or a word in its place, and a line below it. */
export function Figure({ value, children }: { value: ReactNode; children?: ReactNode }) {
  return (
    <>
      <p className="text-3xl font-semibold tracking-tight tabular-nums">{value}</p>
      {children && <div className="text-sm text-muted">{children}</div>}
    </>
  )
}
