import type { ReactNode } from 'react'
import { MarkIcon } from '@/components/site/marks'
import { brand, iconUrl, skinUrl } from '@/lib/skin'
import { consoleLanguage } from '@/lib/skin/texts'

/** Steps in a line from the operator's mark to the service's. `isOpen`: they have not led to the service. */
export function Joined({ label, isOpen, children }: { label?: string; isOpen: boolean; children: ReactNode }) {
  const { name, service } = brand(consoleLanguage)
  return (
    <div className="joined" data-open={isOpen || undefined}>
      <Mark name={name} iconUrl={iconUrl()} look="bg-accent text-on-accent" />
      <ol aria-label={label}>{children}</ol>
      <Mark name={service} iconUrl={skinUrl('service.svg')} look="bg-text text-surface" />
    </div>
  )
}

const Mark = (props: { name: string; iconUrl: string | null; look: string }) => (
  <p className="flex items-center gap-3 text-sm font-semibold in-data-open:last:*:opacity-40">
    <MarkIcon {...props} className="size-7 rounded-small" />
    {props.name}
  </p>
)
