import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { Field } from './field'

/**
 * A field for an ID, a wallet address or a code. The browser neither corrects the input nor restores an older one on
 * Back.
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
