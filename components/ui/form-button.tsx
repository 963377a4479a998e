import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'
import type { FormAction } from './form-action'
import { NativeForm } from './native-form'
import { SubmitButton } from './submit-button'

/** A form that is one button. `children` are below it. */
export function FormButton({
  action,
  fields = {},
  className,
  children,
  ...button
}: {
  action: FormAction
  fields?: Readonly<Record<string, string>>
  className?: string
  children?: ReactNode
} & ComponentProps<typeof SubmitButton>) {
  return (
    <NativeForm action={action} className={classNames('grid', className)}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton {...button} />
      {children}
    </NativeForm>
  )
}
