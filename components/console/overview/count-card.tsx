import type { Route } from 'next'
import type { ReactNode } from 'react'
import { TextLink } from '@/components/console/shared/text-link'
import { classNames } from '@/components/ui/class-names'

/** A figure of the overview, with a link to the page that has more. */
export function CountCard({
  title,
  link,
  needsAttention = false,
  className,
  children,
}: {
  title: string
  link: { url: Route; text: string }
  needsAttention?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <article
      className={classNames(
        'flex flex-col gap-2 rounded-skin border bg-surface p-4 sm:p-5',
        needsAttention ? 'border-s-4 border-warning' : 'border-line',
        className,
      )}
    >
      <h3 className="font-medium">{title}</h3>
      <div className="grid grow content-start gap-1">{children}</div>
      <p>
        <TextLink href={link.url}>{link.text}</TextLink>
      </p>
    </article>
  )
}

/** The number, or a word in place of it, with an explanation below. */
export function Figure({ value, children }: { value: ReactNode; children?: ReactNode }) {
  return (
    <>
      <p className="text-3xl font-semibold tracking-tight tabular-nums">{value}</p>
      {children && <div className="text-sm text-muted">{children}</div>}
    </>
  )
}
