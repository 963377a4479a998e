import type { ComponentProps } from 'react'
import { FocusedAlert } from '@/components/ui/alert'

/** What came of a press. It is read from afar, unlike the other alerts. */
export const Verdict = ({ title, ...rest }: ComponentProps<typeof FocusedAlert>) => (
  <FocusedAlert {...rest} title={<span className="text-lg/snug font-bold">{title}</span>} />
)
