import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { Field } from './field'

/**
 * A field for an ID, an address or a code: nothing corrects it, and on Back the browser does not restore what was
 * typed over what the page shows.
 */
export function CodeField({ className, ...field }: ComponentProps<typeof Field>) {
  return (
    <Field
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      className={classNames('font-mono', className)}
    />
  )
}
